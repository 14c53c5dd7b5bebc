import { type GlyphName, glyphs, tileLetters } from './glyphs.ts'

/** One SVG element, with its attributes as React names them. */
type Shape = readonly [
  tag: 'path' | 'rect' | 'text',
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
]

const frame = { x: 2.5, y: 2.5, width: 19, height: 19, rx: 4.5, fill: 'none', stroke: 'currentColor', strokeWidth: 2 }
const letters = { x: 12, y: 16.6, textAnchor: 'middle', fontSize: 12.5, fontWeight: 700 }

/**
 * Returns the mark of a network in a square of 24 units, in the text color. A network whose brand rules do not allow
 * the mark there shows letters on a tile.
 */
export function drawGlyph(name: GlyphName | keyof typeof tileLetters): readonly Shape[] {
  if (!isDrawn(name))
    return [
      ['rect', frame],
      ['text', letters, tileLetters[name]],
    ]
  const { transform, path } = glyphs[name]
  return [['path', { transform, d: path, fillRule: 'evenodd' }]]
}

const isDrawn = (name: string): name is GlyphName => name in glyphs

/** Renders the mark for a page without scripts, which gives `glyph` its size. */
export const renderGlyph = (name: Parameters<typeof drawGlyph>[0]): string =>
  `<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">${drawGlyph(name).map(renderShape).join('')}</svg>`

const renderShape = ([tag, attributes, text = '']: Shape): string =>
  `<${tag}${Object.entries(attributes)
    .map(([name, value]) => ` ${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`)
    .join('')}>${text}</${tag}>`
