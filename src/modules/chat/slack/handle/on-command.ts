import { escapeTags } from '#kernel/text/escape-html.ts'
import { takeWord } from '../../words.ts'
import type { SlackCommand } from '../inbound/readings.ts'
import { prepareComposer } from '../posts/compose.ts'
import { showDrafts, showNumbers, showQueue, showStanding } from '../posts/lists.ts'
import { listTasks, runNamed } from '../posts/run-named.ts'
import { writeDraft } from '../posts/write-draft.ts'
import { linkPerson, unlinkPerson } from '../session/link.ts'
import { chooseNamed, findPlace } from '../session/profile.ts'
import { howToLink, isLinked, type LinkedSession, type Session } from '../session/session.ts'
import { explain, openModal } from '../session/tell.ts'
import { type SlackMessage, say } from '../show/blocks.ts'
import { readText } from '../show/text.ts'

const help = [
  '*/posthorn new*: write a post. With a text behind it: keep that text as a draft.',
  '*/posthorn drafts*: your drafts.',
  '*/posthorn queue*: upcoming posts.',
  '*/posthorn status*: posts by status, and accounts that need attention.',
  '*/posthorn stats*: the numbers of the last 30 days.',
  '*/posthorn profile NAME*: choose the profile in which you work.',
  '*/posthorn tasks*: everything else that I can do, and *run* does it.',
  '*/posthorn unlink*: disconnect your Posthorn account from this workspace.',
  'You can also write to me, or use “Make a post of this” on any message.',
].join('\n')

/** Handles `/posthorn`. Only the person who typed it sees the answer. */
export async function handleCommand(session: Session, command: SlackCommand): Promise<void> {
  const [verb, rest] = takeWord(command.text)
  const answer = await answerTo(session, verb.toLowerCase(), readText(rest).trim(), command)
  if (answer === null) return
  await session.client.respond(command.response_url, { response_type: 'ephemeral', ...answer })
}

async function answerTo(
  session: Session,
  verb: string,
  rest: string,
  command: SlackCommand,
): Promise<SlackMessage | null> {
  if (verb === 'link') return say(await linkPerson(session, rest))
  if (!isLinked(session)) return say(howToLink(session))
  try {
    return await perform(session, verb, rest, command)
  } catch (error) {
    return say(explain(error))
  }
}

async function perform(
  session: LinkedSession,
  verb: string,
  rest: string,
  { trigger_id: triggerId }: SlackCommand,
): Promise<SlackMessage | null> {
  switch (verb) {
    case '':
    case 'help':
      return say(help)
    case 'new':
      if (rest !== '') return await writeDraft(session, await findPlace(session), { text: rest })
      await openModal(session, triggerId, await prepareComposer(session))
      return null
    case 'queue':
      return await showQueue(session)
    case 'drafts':
      return await showDrafts(session)
    case 'status':
      return await showStanding(session)
    case 'stats':
      return await showNumbers(session)
    case 'profile':
      return say(escapeTags(await chooseNamed(session, rest)))
    case 'tasks':
      return listTasks()
    case 'run':
      return await runNamed(session, rest)
    case 'unlink':
      return say(await unlinkPerson(session))
    default:
      return say(`I do not know that command.\n${help}`)
  }
}
