import { describeRequest } from '@posthorn/sdk'
import type { Call } from '../call.ts'
import { taskOf } from './task-of.ts'

/** The forms in which a call can be copied. */
export const forms = ['curl', 'typescript', 'cli', 'mcp'] as const
export type Form = (typeof forms)[number]

/** Writes a call as code that runs unchanged. Null if there is no such command or tool. */
export function writeCode(call: Call, form: Form, url: string): string | null {
  const task = taskOf(call)
  switch (form) {
    case 'curl':
      return writeCurl(call, url)
    case 'typescript':
      return writeTypeScript(call, url)
    case 'cli':
      return task && ['posthorn do', task.name, ...Object.entries(task.fields).map(writeField)].join(' ')
    case 'mcp':
      return task && JSON.stringify({ name: task.name, arguments: task.fields }, null, 2)
  }
}

function writeCurl({ operation, input }: Call, url: string): string {
  const { method, path, body } = describeRequest(operation, input)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quote(url + path)}`,
    `-H "Authorization: Bearer $POSTHORN_API_KEY"`,
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quote(pretty(JSON.parse(body)))}`]),
  ]
  return lines.join(' \\\n  ')
}

function writeTypeScript({ operation, input }: Call, url: string): string {
  const given = Object.keys(input).length > 0 ? pretty(input).replaceAll(/^(\s*)"([A-Za-z_]\w*)": /gm, '$1$2: ') : ''
  return [
    "import { createClient } from '@posthorn/sdk'",
    '',
    `const posthorn = createClient({ url: ${JSON.stringify(url)}, token: process.env.POSTHORN_API_KEY ?? null })`,
    `const answer = await posthorn.${operation}(${given})`,
  ].join('\n')
}

/** Writes a field for the command line: text unchanged, a list of words separated by commas, anything else as JSON. */
function writeField([name, value]: readonly [string, unknown]): string {
  const isWords = Array.isArray(value) && value.every((one) => typeof one === 'string' && !one.includes(','))
  const text = typeof value === 'string' ? value : isWords ? value.join(',') : JSON.stringify(value)
  return `${name}=${/^[\w@%+:,./-]+$/.test(text) ? text : quote(text)}`
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

/** Quotes a text for a shell. Nothing has a special meaning within single quotes. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
