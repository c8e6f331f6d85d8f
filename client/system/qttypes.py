"""The types of Qt that this program names, made in the window's thread before any other thread names one.

PySide makes a type when its name is first asked for. Two threads that do so at once crash the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

NAMES = {
    "QtCore": """
        QAbstractAnimation QAbstractEventDispatcher QAbstractListModel QBuffer QByteArray QCoreApplication QDate
        QEasingCurve QEvent QFile QIODevice QItemSelectionModel QLibraryInfo QLineF QLocale QMargins QMessageLogContext
        QModelIndex QObject QPersistentModelIndex QPoint QPointF QPropertyAnimation QRect QRectF QSignalBlocker QSize QSizeF
        QStandardPaths QTimer QTranslator QUrl QVariantAnimation Qt QtMsgType Signal SignalInstance Slot
        qInstallMessageHandler
    """,
    "QtGui": """
        QAccessible QAccessibleEvent QAction QActionGroup QBrush QCloseEvent QColor QDesktopServices QEnterEvent
        QFileOpenEvent QFocusEvent QFont QFontDatabase QFontMetrics QFontMetricsF QGuiApplication QHelpEvent QHideEvent
        QIcon QImage QImageWriter QKeyEvent QKeySequence QLinearGradient QMouseEvent QPaintEvent QPainter QPainterPath
        QPalette QPen QPixmap QPolygonF QRadialGradient QRegion QResizeEvent QShortcut QShowEvent QTextBlock
        QTextBlockFormat QTextCharFormat QTextCursor QTextDocument QTextImageFormat QTextLayout QTextTable QTransform
        QWheelEvent QWindow Qt
    """,
    "QtWidgets": """
        QAbstractButton QAbstractItemView QApplication QBoxLayout QButtonGroup QCheckBox QComboBox QDateEdit QDialog
        QFileDialog QFrame QGraphicsItem QGraphicsPathItem QGraphicsPixmapItem QGraphicsRectItem QGraphicsScene
        QGraphicsView QGridLayout QHBoxLayout QLabel QLayout QLineEdit QListView QListWidget QListWidgetItem QMainWindow
        QMenu QMessageBox QPlainTextEdit QProgressBar QPushButton QScrollArea QSizePolicy QSlider QSpinBox QStackedWidget
        QStyle QStyleOptionComboBox QStyleOptionGraphicsItem QStyleOptionViewItem QStylePainter QStyledItemDelegate
        QSystemTrayIcon QTabWidget QTextBrowser QTextEdit QToolButton QToolTip QVBoxLayout QWidget
    """,
    "QtSvg": """
        QSvgRenderer
    """,
}
"""The names that modules of this program import, by module of PySide6."""


def make() -> Iterator[None]:
    """Make all of these types, one in each step."""
    for module, names in NAMES.items():
        qt = import_module(f"PySide6.{module}")
        for name in names.split():
            getattr(qt, name)
            yield
