import { inTx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import { writeAudit } from '#modules/audit/index.ts'
import { answerCommand, drawHelp } from '../../conversation/commands.ts'
import { type Message, takeWord } from '../../conversation/message.ts'
import { writeDraft } from '../../conversation/posts.ts'
import { orRefusal, refusals } from '../../conversation/refusals.ts'
import { listTasks } from '../../conversation/run-named.ts'
import { slackCodes } from '../../deps.ts'
import type { SlackCommand } from '../readings.ts'
import { readText } from '../show/action-names.ts'
import { render } from '../show/render.ts'
import { deletePerson, putPerson } from '../store/people.ts'
import {
  face,
  howToLink,
  isLinked,
  type LinkedSession,
  nameRequest,
  openModal,
  prepareComposer,
  type Session,
} from './session.ts'

const help = drawHelp(face, {
  intro: 'Send me a post and I’ll save it as a draft. Text after `/posthorn new` becomes a draft too.',
  more: 'You can also use “Create post” on any message. `/posthorn tasks` lists more actions.',
})

/** Handles `/posthorn`. Only the person who typed it sees the response. */
export async function handleCommand(session: Session, command: SlackCommand): Promise<void> {
  const [verb, rest] = takeWord(command.text)
  const answer = await answerTo(session, verb.toLowerCase(), readText(rest).trim(), command)
  if (answer) await session.client.respond(command.response_url, { response_type: 'ephemeral', ...render(answer) })
}

async function answerTo(session: Session, verb: string, rest: string, command: SlackCommand): Promise<Message | null> {
  if (verb === 'link') return { text: await linkPerson(session, rest) }
  if (!isLinked(session)) return { text: howToLink(session) }
  return await orRefusal(perform(session, verb, rest, command))
}

async function perform(
  session: LinkedSession,
  verb: string,
  rest: string,
  { trigger_id: triggerId }: SlackCommand,
): Promise<Message | null> {
  const { actor } = session
  switch (verb) {
    case '':
    case 'help':
      return help
    case 'new':
      if (rest !== '') return await writeDraft(actor, await actor.findPlace(), { content: rest, files: [] })
      await openModal(session, triggerId, await prepareComposer(session))
      return null
    case 'tasks':
      return listTasks(face)
    case 'unlink':
      await deletePerson(session.deps.db, session.workspace.id, session.slackId)
      return { text: 'Your account is unlinked from this workspace.' }
    default:
      return (
        (await answerCommand(actor, verb, rest)) ?? {
          text: `I don’t know that command. Try one of these:\n${help.text}`,
        }
      )
  }
}

/** Links a person with the code that their user created. */
async function linkPerson(session: Session, typed: string): Promise<string> {
  if (typed === '') return howToLink(session)
  const { deps, workspace, slackId, key } = session
  const at = deps.clock.now()
  const isKnown = await inTx(deps.db, async (tx) => {
    const code = await slackCodes.lock(tx, typed)
    if (!code) return false
    const { uid } = code
    await code.spend()
    await putPerson(tx, { workspaceId: workspace.id, slackId, uid, linkedAt: at })
    await writeAudit(tx, {
      at,
      caller: { kind: 'user', uid, keyId: null, requestId: nameRequest(key) },
      ownerUid: uid,
      action: 'chat.linked',
      subject: toWire('usr', uid),
      changes: { slack: { from: null, to: workspace.teamName } },
    })
    return true
  })
  return isKnown ? 'You’re linked. Type `/posthorn help` to see what you can do.' : refusals.badCode
}
