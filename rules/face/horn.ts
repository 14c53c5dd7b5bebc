/**
 * The mark of Posthorn: a coiled horn seen from the front, with a gap where the tube passes in front of the coil. Its
 * color is that of the text. The bold drawing is for 24 pixels and less.
 */
interface Drawing {
  /** The width of the tube, of the gap around it, of the gap around the bell, and of the edge of the mouthpiece. */
  readonly tube: number
  readonly gap: number
  readonly bellGap: number
  readonly mouth: number
  /** The center and the radius of the coil. */
  readonly coilY: number
  readonly coilRadius: number
  readonly bell: string
}

const fine: Drawing = {
  tube: 3.1,
  gap: 6.9,
  bellGap: 1.9,
  mouth: 1.2,
  coilY: 17.2,
  coilRadius: 8,
  bell: 'M18.5 7.65c4.3-.35 7.7-1.9 9.7-4.85q.9-1.2.9.3v12.2q0 1.5-.9.3c-2-2.95-5.4-4.5-9.7-4.85z',
}

const bold: Drawing = {
  tube: 4,
  gap: 7,
  bellGap: 1.5,
  mouth: 2,
  coilY: 16.9,
  coilRadius: 7.7,
  bell: 'M18.5 7.2c4.3-.35 7.7-1.9 9.7-4.85q.9-1.2.9.3v13.1q0 1.5-.9.3c-2-2.95-5.4-4.5-9.7-4.85z',
}

/** Draws the horn in a square of 32 units. Each drawing on a page needs its own `id`, because of its mask. */
function drawHorn(id: string, isBold = false): string {
  const { tube, gap, bellGap, mouth, coilY, coilRadius, bell } = isBold ? bold : fine
  return (
    `<mask id="${id}" maskUnits="userSpaceOnUse" x="-8" y="-8" width="48" height="48"><path fill="#fff" d="M-8-8h48v48H-8z"/>` +
    `<path d="M14.3 9.2H20" stroke="#000" stroke-width="${gap}"/>` +
    `<path d="M19.5 6.2 30 1v16.4l-10.5-5.2z" stroke="#000" stroke-width="${bellGap}"/></mask>` +
    '<g transform="translate(16.6 15.9) scale(.93) rotate(-30) translate(-15.6 -14.2)">' +
    `<g mask="url(#${id})"><circle cx="13.6" cy="${coilY}" r="${coilRadius}" fill="none" stroke="currentColor" stroke-width="${tube}"/></g>` +
    `<path d="M3.4 9.2H20" fill="none" stroke="currentColor" stroke-width="${tube}"/>` +
    `<path d="M1.5 7.4h2.3v3.6H1.5z" fill="currentColor" stroke="currentColor" stroke-width="${mouth}" stroke-linejoin="round"/>` +
    `<path d="${bell}" fill="currentColor"/></g>`
  )
}

const night = '#1b2334'
const brass = '#e8b54d'

/** Draws the horn in brass on a tile of night, as icons and headers show it. */
export function drawHornTile(id: string, isBold = false): string {
  const scale = isBold ? 0.9 : 0.78
  return (
    `<rect width="32" height="32" rx="7.5" fill="${night}"/>` +
    `<g color="${brass}" transform="translate(16 16) scale(${scale}) translate(-16 -16)">${drawHorn(id, isBold)}</g>`
  )
}

/** Returns the tile as a whole SVG document. */
export const hornTileSvg = (isBold = false): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Posthorn</title>${drawHornTile('gap', isBold)}</svg>`
