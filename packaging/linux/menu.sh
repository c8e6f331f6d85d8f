#!/bin/sh
# Puts the Alarife of this folder into the menu of whoever runs this ("add"), or takes it out again ("remove").
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
id=org.alarife.alarife

refresh() { # let the desktop see it; each of these may be missing
    if command -v update-desktop-database >/dev/null; then update-desktop-database -q "$data/applications" || true; fi
    if command -v update-mime-database >/dev/null; then update-mime-database "$data/mime" || true; fi
    if command -v gtk-update-icon-cache >/dev/null; then gtk-update-icon-cache -q -t "$data/icons/hicolor" 2>/dev/null || true; fi
}

case ${1:-} in
add)
    mkdir -p "$data/applications" "$data/mime/packages" "$data/icons"
    case $here in *[\"\`\$\\%]*)
        echo "menu.sh: the path of this folder has a letter that menus cannot take: $here" >&2
        exit 1
        ;;
    esac
    escaped=$(printf '%s' "$here" | sed 's/[&|]/\\&/g')
    sed "s|^Exec=alarife|Exec=\"$escaped/alarife\"|" "$here/share/applications/$id.desktop" >"$data/applications/$id.desktop"
    cp "$here/share/mime/packages/$id.xml" "$data/mime/packages/$id.xml"
    cp -R "$here/share/icons/hicolor" "$data/icons/"
    refresh
    ;;
remove)
    rm -f "$data/applications/$id.desktop" "$data/mime/packages/$id.xml"
    [ ! -d "$data/icons/hicolor" ] || find "$data/icons/hicolor" \( -name "$id.*" -o -name 'application-x-alarife.*' \) -exec rm -f {} +
    refresh
    ;;
*)
    echo "usage: $0 add|remove" >&2
    exit 2
    ;;
esac
