import { escapeHtml } from '#kernel/text/escape-html.ts'
import { onOneLine } from '#kernel/text/one-line.ts'
import type { Template } from './template.ts'

export interface Rendered {
  readonly subject: string
  readonly text: string
  readonly html: string
}

const variable = /\{\{([^{}]*)\}\}/g

/** Variables whose values may have paragraphs. All others, such as names, stay on one line. */
const prose: ReadonlySet<string> = new Set(['answer', 'best', 'causes', 'detail', 'message', 'note', 'outcome', 'post'])

/** Fills in a template. Values are text from users: they are escaped in the HTML and put on one line in the subject. */
export function render(template: Template, values: Readonly<Record<string, string>>): Rendered {
  return {
    subject: fill(template.subject, values, onOneLine).trim(),
    // A value may be empty, and its paragraph with it.
    text: wrapLines(fill(template.text, values, onFewLines).replace(/\n{3,}/g, '\n\n')),
    html: fill(template.html, values, (value, name) => escapeHtml(onFewLines(value, name))),
  }
}

const onFewLines = (value: string, name: string): string => (prose.has(name) ? value : onOneLine(value))

/** The longest line that the encoding keeps. It breaks longer ones, including commands in them. */
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
 * Throws with all errors of all templates. Called at start, so that a broken template is not found only when its email
 * is sent.
 */
export function checkTemplates(templates: Readonly<Record<string, Template>>): void {
  const faults = Object.entries(templates).flatMap(([name, template]) => {
    const used = new Set([template.subject, template.text, template.html, template.api ?? ''].flatMap(variablesIn))
    const unknown = [...used].filter((one) => !template.variables.includes(one))
    const unused = template.variables.filter((one) => !used.has(one))
    return [
      ...unknown.map((one) => `${name} uses {{${one}}}, which the template does not declare`),
      ...unused.map((one) => `${name} declares ${one} but does not use it`),
    ]
  })
  if (faults.length > 0) throw new Error(`Mail templates and their variables do not match: ${faults.join('; ')}.`)
}

export const variablesIn = (part: string): string[] => [...part.matchAll(variable)].map(([, name = '']) => name.trim())

function fill(
  part: string,
  values: Readonly<Record<string, string>>,
  make: (value: string, name: string) => string,
): string {
  return part.replace(variable, (_match, written: string) => {
    const name = written.trim()
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (value === undefined) throw new Error(`no value was given for {{${name}}}`)
    return make(value, name)
  })
}
