import { escapeTags } from '#kernel/text/escape-html.ts'
import { catalogue } from '#tasks/catalogue.ts'
import { runTask } from '#tasks/run-task.ts'
import { takeWord } from '../../words.ts'
import { findPlace } from '../session/profile.ts'
import type { LinkedSession } from '../session/session.ts'
import { type SlackMessage, say } from '../show/blocks.ts'

/** Lists everything that Posthorn can do, also where it has no button here. */
export const listTasks = (): SlackMessage =>
  say(
    [
      'Type `/posthorn run NAME`, and what it needs as JSON behind it: `/posthorn run find_best_times {"profile": "Harbour"}`.',
      ...catalogue.map(({ name, title }) => `• \`${name}\`: ${title}`),
    ].join('\n'),
  )

/** Runs a task by its name. The profile in which the person works is meant where the input names none. */
export async function runNamed(session: LinkedSession, typed: string): Promise<SlackMessage> {
  const [name, json] = takeWord(typed)
  const task = catalogue.find((one) => one.name === name)
  if (!task) return listTasks()
  const given = parse(json)
  if (!given) return say('What a task needs is written as JSON, such as `{"post": "post_…"}`.')
  const { profile, timezone } = await findPlace(session)
  const takesProfile = 'profile' in task.input.shape && !('post' in given)
  const input = takesProfile ? { profile: profile.id, ...given } : given
  const { text } = await runTask(task, session.linked.api, input, { timezone })
  return say(escapeTags(text))
}

/** Reads JSON as people type it: Slack makes round quotes of straight ones. */
function parse(json: string): object | null {
  if (json === '') return {}
  try {
    const value: unknown = JSON.parse(json.replace(/[“”„]/g, '"'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
