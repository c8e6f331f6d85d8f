; dist\alarife-VERSION-windows-MACHINE-setup.exe: Alarife for the person who runs it, without an administrator's rights.
; Compiled by installer.py, which says VERSION, NUMBERS (the same as four numbers), SOURCE (the frozen folder), ICONS and OUTPUT.
Unicode true
ManifestDPIAware true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Alarife"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\Alarife"
InstallDirRegKey HKCU "Software\Alarife" "folder"
Icon "${ICONS}\alarife.ico"
UninstallIcon "${ICONS}\alarife.ico"
BrandingText "Alarife ${VERSION}"
VIProductVersion "${NUMBERS}"
VIAddVersionKey "ProductName" "Alarife"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Castle-building board games between your own computers"
VIAddVersionKey "LegalCopyright" "The Alarife authors, GPL-3.0-or-later"

!define REMOVAL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Alarife"
!define CLASSES "Software\Classes"

Page directory
Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

Section
    ; First the programs: while one of them runs, Windows keeps its file, and NSIS asks for another try before anything is lost.
    SetOutPath "$INSTDIR"
    AllowSkipFiles off
    File "${SOURCE}\alarife.exe"
    File "${SOURCE}\alarife-cli.exe"
    ; What an older version had and this one has not must not stay between the new libraries.
    RMDir /r "$INSTDIR\_internal"
    File /r "${SOURCE}\*"
    File "${ICONS}\game-file.ico"
    WriteUninstaller "$INSTDIR\remove.exe"
    WriteRegStr HKCU "Software\Alarife" "folder" "$INSTDIR"

    CreateShortcut "$SMPROGRAMS\Alarife.lnk" "$INSTDIR\alarife.exe"

    ; Game files open in Alarife, and so do invite links; both are handed over as one quoted word.
    WriteRegStr HKCU "${CLASSES}\.alarife" "" "Alarife.Game"
    WriteRegStr HKCU "${CLASSES}\Alarife.Game" "" "Alarife game"
    WriteRegStr HKCU "${CLASSES}\Alarife.Game\DefaultIcon" "" "$INSTDIR\game-file.ico"
    WriteRegStr HKCU "${CLASSES}\Alarife.Game\shell\open\command" "" '"$INSTDIR\alarife.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\alarife" "" "URL:Alarife invite"
    WriteRegStr HKCU "${CLASSES}\alarife" "URL Protocol" ""
    WriteRegStr HKCU "${CLASSES}\alarife\DefaultIcon" "" "$INSTDIR\alarife.exe,0"
    WriteRegStr HKCU "${CLASSES}\alarife\shell\open\command" "" '"$INSTDIR\alarife.exe" "%1"'
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'

    WriteRegStr HKCU "${REMOVAL}" "DisplayName" "Alarife"
    WriteRegStr HKCU "${REMOVAL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${REMOVAL}" "DisplayIcon" "$INSTDIR\alarife.exe,0"
    WriteRegStr HKCU "${REMOVAL}" "UninstallString" '"$INSTDIR\remove.exe"'
    WriteRegDWORD HKCU "${REMOVAL}" "NoModify" 1
    WriteRegDWORD HKCU "${REMOVAL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
    ; Only what was installed: the folder may hold other things, and games are in the player's own data folder.
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\alarife.exe"
    Delete "$INSTDIR\alarife-cli.exe"
    Delete "$INSTDIR\game-file.ico"
    Delete "$INSTDIR\remove.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Alarife.lnk"
    DeleteRegKey HKCU "${CLASSES}\Alarife.Game"
    DeleteRegKey HKCU "${CLASSES}\alarife"
    ReadRegStr $0 HKCU "${CLASSES}\.alarife" ""
    StrCmp $0 "Alarife.Game" 0 another_program_has_it
    DeleteRegKey HKCU "${CLASSES}\.alarife"
another_program_has_it:
    System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
    DeleteRegKey HKCU "${REMOVAL}"
    DeleteRegKey HKCU "Software\Alarife"
SectionEnd
