"""Writes blank.ttf: a font in which every character is the same blank of half its size, so that screenshots are laid out alike on machines with other fonts. Needs fontTools."""
from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._g_l_y_f import Glyph

builder = FontBuilder(1000, isTTF=True)
builder.setupGlyphOrder([".notdef", "blank"])
builder.setupCharacterMap({})
builder.setupGlyf({".notdef": Glyph(), "blank": Glyph()})
builder.setupHorizontalMetrics({".notdef": (500, 0), "blank": (500, 0)})
builder.setupHorizontalHeader(ascent=800, descent=-200)
builder.setupNameTable({"familyName": "Blank", "styleName": "Regular"})
builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
builder.setupPost()
# Format 13 gives many characters one glyph.
table = CmapSubtable.newSubtable(13)
table.platformID, table.platEncID, table.language, table.format = 3, 10, 0, 13
table.cmap = {code: "blank" for code in range(0x20, 0x110000) if not 0xD800 <= code < 0xE000}
builder.font["cmap"].tables = [table]
builder.font["head"].created = builder.font["head"].modified = 0
builder.font.recalcTimestamp = False
builder.save("blank.ttf")
