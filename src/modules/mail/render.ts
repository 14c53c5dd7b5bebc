import { escapeHtml } from '#kernel/text/escape-html.ts'
import type { Template } from './template.ts'

export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const variable = /\{\{([^{}]*)\}\}/g

/** Fills in a template. Values are text from users: they are escaped in the HTML and put on one line in the subject. */
export function render(template: Template, values: Readonly<Record<string, string>>): Rendered {
  return {
    subject: fill(template.subject, values, onOneLine).trim(),
    text: wrapLines(fill(template.text, values, (value) => value)),
    html: fill(template.html, values, escapeHtml),
  }
}

/** The longest line that is encoded as it is. The encoding breaks longer ones, and a command in them with it. */
const longestLine = 76

/** Breaks lines of prose between words. Commands in the templates are short enough. */
function wrapLines(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (line.length > longestLine ? wrapLine(line) : [line]))
    .join('\n')
}

function wrapLine(line: string): string[] {
  const lines: string[] = []
  for (const word of line.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= longestLine) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/**
 * Throws with every fault of every template. Called at start, so that a broken template is not found only when its mail
 * should go out.
 */
export function checkTemplates(templates: Readonly<Record<string, Template>>): void {
  const faults = Object.entries(templates).flatMap(([name, template]) => {
    const used = new Set([template.subject, template.text, template.html].flatMap(variablesIn))
    const unknown = [...used].filter((one) => !template.variables.includes(one))
    const unused = template.variables.filter((one) => !used.has(one))
    return [
      ...unknown.map((one) => `${name} uses {{${one}}}, which the template does not declare`),
      ...unused.map((one) => `${name} declares ${one} but uses it nowhere`),
    ]
  })
  if (faults.length > 0) throw new Error(`Mail templates and their variables do not agree: ${faults.join('; ')}.`)
}

export const variablesIn = (part: string): string[] => [...part.matchAll(variable)].map(([, name = '']) => name.trim())

function fill(part: string, values: Readonly<Record<string, string>>, make: (value: string) => string): string {
  return part.replace(variable, (_match, written: string) => {
    const name = written.trim()
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`no value was given for {{${name}}}`)
    return make(value)
  })
}

const onOneLine = (value: string): string => value.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
