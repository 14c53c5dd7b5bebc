/**
 * Returns what a person has written, without the marks that Slack puts in: links and mentions are in angle brackets
 * there. A link becomes its address, a mention its name.
 */
export const readText = (text: string): string =>
  text
    .replace(/<([^<>]*)>/g, (_, inside: string) => readMark(inside))
    .replace(/&(amp|lt|gt);/g, (_, name: string) => ({ amp: '&', lt: '<', gt: '>' })[name] ?? '')

function readMark(inside: string): string {
  const [target = '', label = ''] = inside.split('|')
  if (target.startsWith('mailto:')) return label || target.slice('mailto:'.length)
  if (target.startsWith('#')) return label === '' ? target : `#${label}`
  if (target.startsWith('@')) return label === '' ? target : `@${label}`
  if (target.startsWith('!')) return label || `@${target.slice(1).split('^')[0] ?? ''}`
  return target
}
