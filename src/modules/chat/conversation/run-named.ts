import { shorten } from '#kernel/text/shorten.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { runTask } from '#tasks/run-task.ts'
import type { Task } from '#tasks/task.ts'
import type { Actor } from './actor.ts'
import { type Face, type Message, takeWord } from './message.ts'

/** Lists all tasks, because a new one has neither a button nor a command. */
export const listTasks = ({ run }: Pick<Face, 'run'>, lead = ''): Message => ({
  text: [
    `${lead}Write \`${run} NAME field=value\`, such as \`${run} search_posts words=lighthouse\`. JSON is accepted, ` +
      'too.',
    '',
    ...catalogue.map(({ name, title }) => `• \`${name}\`: ${title}`),
  ].join('\n'),
})

/**
 * Runs a task of the catalogue: `search_posts words=lighthouse`. Its profile is the chosen one unless the input names one.
 */
export async function runNamed(
  { api, face, findPlace }: Actor,
  typed: string,
  { isConfirmed }: { readonly isConfirmed: boolean },
): Promise<Message> {
  const [name, fields] = takeWord(typed)
  if (name === '') return listTasks(face)
  const task = catalogue.find((one) => one.name === name.toLowerCase())
  if (!task) return listTasks(face, `I don’t know “${shorten(name, 40)}”. `)
  const given = readJson(fields) ?? readFields(task, fields)
  if (given === null)
    return {
      text: `Send \`${face.run} ${task.name} field=value\`. Fields: ${Object.keys(task.input.shape).join(', ') || 'none'}.`,
    }
  if (task.effect.destructive && !isConfirmed && given.dryRun !== true)
    return { text: `${task.title} can’t be undone. To continue, send \`${face.run}! ${task.name} …\`.` }
  const { profile, timezone } = await findPlace()
  const takesProfile = 'profile' in task.input.shape && !('post' in given)
  const input = takesProfile ? { profile: profile.id, ...given } : given
  return { text: (await runTask(task, api, input, { timezone })).text }
}

/** Reads JSON as people type it: Slack replaces straight quotes. Null if it is not a JSON object. */
function readJson(typed: string): Record<string, unknown> | null {
  if (!typed.startsWith('{')) return null
  const value = readValue(typed.replace(/[“”„]/g, '"'))
  return typeof value === 'object' ? (value as Record<string, unknown>) : null
}

/** Reads `field=value` pairs. A value extends to the next field, and may be JSON. Null if the text has another form. */
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
