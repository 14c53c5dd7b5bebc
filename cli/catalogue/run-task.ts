import { z } from 'zod'
import { nearestWord } from '#kernel/text/nearest.ts'
import { apiAt } from '#tasks/api.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { runTask } from '#tasks/run-task.ts'
import type { Task } from '#tasks/task.ts'
import { readList } from '../arguments.ts'
import { clientCommand } from '../client-command.ts'
import { UsageFault } from '../command.ts'
import { exitCodes, statusOf } from '../exit-codes.ts'
import type { Column } from '../output/table.ts'
import { doRow } from '../rows/further.ts'

export const doTask = clientCommand(doRow, async ({ flags, words, installation, out, note, readInput, profile }) => {
  const [name, ...fields] = words
  if (name === undefined) {
    out.table(catalogue.map(sayTask), columns, 'No tasks.')
    return exitCodes.done.status
  }
  const task = findTask(name)
  const shapes = fieldsOf(task)
  if (flags.fields) {
    const rows = Object.entries(shapes).map(([field, { description = '' }]) => ({ name: field, about: description }))
    out.table(rows, columns, 'This task has no fields.')
    return exitCodes.done.status
  }
  const given = flags.input === undefined ? {} : readJson((await readInput()) ?? '', '--input -')
  const typed = Object.fromEntries(fields.map((written) => readField(written, shapes)))
  const ofProfile = profile !== undefined && 'profile' in shapes ? { profile } : {}
  const more = flags['idempotency-key'] === undefined ? {} : { idempotencyKey: flags['idempotency-key'] }
  const api = apiAt({ url: installation.url, key: installation.key, ...more })
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const outcome = await runTask(task, api, { ...ofProfile, ...Object(given), ...typed }, { timezone })
  if (outcome.ok) {
    out.show(outcome.result, () => outcome.text)
    return exitCodes.done.status
  }
  const { code, status, message, errors, warnings } = outcome.error
  note(out.isJson ? JSON.stringify({ error: { code, status, message, errors, warnings } }) : outcome.text)
  return statusOf(outcome.error)
})

const sayTask = ({ name, title, about, scopes }: Task) => ({ name, title, about, scopes })

const columns: readonly Column<{ readonly name: string; readonly about: string }>[] = [
  { title: 'NAME', of: ({ name }) => name },
  { title: 'ABOUT', of: ({ about }) => about, shrinks: true },
]

function findTask(name: string): Task {
  const found = catalogue.find((task) => task.name === name.replaceAll('-', '_'))
  if (found) return found
  const meant = nearestWord(
    name,
    catalogue.map((task) => task.name),
  )
  throw new UsageFault(
    `unknown task ${JSON.stringify(name)}${meant ? `. Did you mean ${meant}?` : '. To list all tasks, run `posthorn do`'}`,
  )
}

interface Shape {
  readonly type?: string
  readonly description?: string
}

function fieldsOf({ input }: Task): Readonly<Record<string, Shape>> {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input' }) as { readonly properties?: Record<string, Shape> }
  return properties
}

/** Parses `field=value` according to the field's type. The task validates the value. */
function readField(written: string, shapes: Readonly<Record<string, Shape>>): [string, unknown] {
  const at = written.indexOf('=')
  const name = written.slice(0, at)
  const shape = at > 0 && Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (!shape) throw new UsageFault(`expects these fields as FIELD=VALUE: ${Object.keys(shapes).join(', ')}`)
  const value = written.slice(at + 1)
  if (/^\s*[[{]/.test(value)) return [name, readJson(value, name)]
  if (shape.type === 'array') return [name, readList(value)]
  if (shape.type === 'number' || shape.type === 'integer') return [name, Number(value)]
  const isSwitch = shape.type !== 'string' && /^(?:true|false)$/.test(value)
  return [name, isSwitch ? value === 'true' : value]
}

function readJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageFault(`can’t parse the JSON of ${where}`)
  }
}
