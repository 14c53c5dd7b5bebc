import { escapeTags } from '#kernel/text/escape-html.ts'
import { catalogue } from '#tasks/catalogue.ts'
import type { Task } from '#tasks/task.ts'
import { shorten } from '../../words.ts'
import { plain } from '../show/reply.ts'
import type { Actor } from './actor.ts'

/**
 * Runs any task of the catalogue: `/do search_posts query=lighthouse`. So a new task is in the chat, too, before it has
 * its own command. What people would see, or what removes something, wants `/do!`.
 */
export async function runAnyTask(
  actor: Actor,
  typed: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<string> {
  const [name = '', ...words] = typed.split(/\s+/)
  if (name === '') return listTasks()
  const task = catalogue.find((one) => one.name === name.toLowerCase())
  if (!task) return `I do not know “${escapeTags(shorten(name, 40))}”. /do lists what I know.`
  const given = readFields(task, words.join(' '))
  if (given === null) return `Write <code>/do ${task.name} field=value</code>. ${fieldsOf(task)}`
  if (task.effect.destructive && !isConfirmed && !isDryRun(given))
    return `${escapeTags(task.title)}: this cannot be taken back. To go on, write <code>/do! ${task.name} …</code>.`
  const takesProfile = 'profile' in task.input.shape && !('profile' in given) && !('post' in given)
  const outcome = await actor.run(task, takesProfile && actor.profile ? { profile: actor.profile.id, ...given } : given)
  return plain(outcome.text)
}

const listTasks = (): string =>
  [
    'Write <code>/do name field=value</code>, such as <code>/do search_posts query=lighthouse</code>.',
    '',
    ...catalogue.map(({ name, title }) => `<code>${name}</code> – ${escapeTags(title)}`),
  ].join('\n')

const fieldsOf = ({ input }: Task): string => `Fields: ${Object.keys(input.shape).join(', ') || 'none'}.`

const isDryRun = (given: Readonly<Record<string, unknown>>): boolean => given.dryRun === true

/** Reads `field=value` pairs; a value reaches to the next field. JSON values are taken as such. Null: unreadable. */
function readFields({ input }: Task, typed: string): Record<string, unknown> | null {
  const names = Object.keys(input.shape)
  const starts = [...typed.matchAll(/(?:^|\s)([a-zA-Z]{1,40})=/g)].filter(([, name = '']) => names.includes(name))
  if (typed !== '' && starts[0]?.index !== 0) return null
  return Object.fromEntries(
    starts.map((start, at) => {
      const value = typed.slice(start.index + start[0].length, starts[at + 1]?.index).trim()
      return [start[1], readValue(value)]
    }),
  )
}

function readValue(text: string): unknown {
  if (!/^(?:[[{"]|true$|false$|-?\d+$)/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
