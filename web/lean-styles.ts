import type { Plugin } from 'vite'

/** A variable of Tailwind that the styles declare, and its initial value if it has one. */
const declarations = /@property (--tw-[\w-]+) \{[^}]*?(?:initial-value: ([^;]*);[^}]*)?\}\n?/g
/** A color with opacity, after a copy without it, in the same rule or in another. */
const secondColor =
  /([\w-]+): [^;{}]+;(?:\s*\})?\s*@supports \(color: color-mix\(in lab, red, red\)\) \{(?:[^{}]*\{)?\s*(\1: [^;]+;\s*\})\s*\}/g

/**
 * Leaves out the parts of Tailwind's styles that none of our browsers reads, a tenth of the first page's styles: copies
 * of colors and variables for browsers older than oldest-browsers.ts, and variables that no class sets or reads.
 */
export const leanStyles: Plugin = {
  name: 'lean-styles',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/web/src/styles.css') ? makeLean(code) : null),
}

/** Expects styles as Tailwind writes them, before they are minified. */
export function makeLean(styles: string): string {
  const modern = styles
    .replace(/@layer properties \{\n\s*@supports [^{]*\{\n[^{}]*\{[^{}]*\}\s*\}\s*\}\n?/, '')
    .replace(secondColor, '$2')
  const unset = [...modern.matchAll(declarations)].filter(([, name = '']) => !modern.includes(`${name}: `))
  const resolved = unset.reduce((text, [, name = '', initial]) => resolve(text, name, initial), modern)
  const short = resolved.replace(/(?<=box-shadow: )(?:0 0 #0000, )+/g, '').replace(/, --tw-gradient-\w+/g, '')
  const isRead = (name: string): boolean => short.includes(`var(${name}`)
  return short
    .replace(declarations, (rule, name: string) => (isRead(name) ? rule : ''))
    .replace(/^\s*(--tw-[\w-]+): [^;]*;\n/gm, (line, name: string) => (isRead(name) ? line : ''))
}

/** Replaces a variable that no class sets with its initial value, or with the fallback of each use. */
function resolve(text: string, name: string, initial: string | undefined): string {
  const start = `var(${name}`
  let rest = text
  let done = ''
  for (let at = rest.indexOf(start); at >= 0; at = rest.indexOf(start)) {
    let end = at + start.length
    // A longer name that starts with this one.
    if (!',)'.includes(rest[end] ?? '')) {
      done += rest.slice(0, end)
      rest = rest.slice(end)
      continue
    }
    for (let open = 1; open > 0; end += 1) open += rest[end] === '(' ? 1 : rest[end] === ')' ? -1 : 0
    done += rest.slice(0, at) + (initial ?? rest.slice(at + start.length + 1, end - 1).trim())
    rest = rest.slice(end)
  }
  return done + rest
}
