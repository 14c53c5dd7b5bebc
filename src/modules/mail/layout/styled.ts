import { light } from './colors.ts'

const text = `font-size:15px;line-height:24px;color:${light.ink2}`
const cell = `padding:8px 0;border-top:1px solid ${light.line};font-size:15px;line-height:24px;color:${light.ink}`

/** The inline styles of the plain tags that templates are written with. */
const styles = {
  card: {
    '<h1>': `margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600;color:${light.ink}`,
    '<h2>': `margin:24px 0 8px;font-size:16px;line-height:24px;font-weight:600;color:${light.ink}`,
    '<h3>': `margin:20px 0 8px;font-size:15px;line-height:24px;font-weight:600;color:${light.ink}`,
    '<p>': `margin:0 0 16px;${text}`,
    '<ul>': `margin:0 0 16px;padding:0 0 0 20px;${text}`,
    '<ol>': `margin:0 0 16px;padding:0 0 0 24px;${text}`,
    '<code>': 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:14px',
    '<blockquote>':
      `margin:0 0 16px;padding:14px 16px;border:1px solid ${light.line};border-radius:10px;white-space:pre-line;` +
      `font-size:15px;line-height:22px;color:${light.ink}`,
    '<table>': 'width:100%;border-collapse:collapse;margin:0 0 20px',
    '<tr><td>': cell,
    '</td><td>': `${cell};text-align:right;font-weight:600`,
    '<a ': `color:${light.brand}`,
    '<img ': 'display:block;width:100%;height:auto;margin:0 0 16px',
  },
  foot: {
    '<p>': `margin:0;font-size:12px;line-height:18px;color:${light.ink3}`,
    '<a ': `color:${light.ink3}`,
  },
} as const

/** Writes the styles into tags that have none. */
export function styled(html: string, part: keyof typeof styles): string {
  return Object.entries(styles[part]).reduce(
    (all, [tag, style]) =>
      tag.endsWith(' ')
        ? all.replace(new RegExp(`${tag}(?![^>]*style=)`, 'g'), `${tag}style="${style}" `)
        : all.replaceAll(tag, `${tag.slice(0, -1)} style="${style}">`),
    html,
  )
}
