import { escapeTags } from '#kernel/text/escape-html.ts'
import { getAnalytics } from '#tasks/analytics/get-analytics.ts'
import { listPosts } from '#tasks/posts/list-posts.ts'
import { listQueue } from '#tasks/posts/list-queue.ts'
import { shorten, takeWord } from '../../words.ts'
import { removeChat } from '../actions/unlink-chat.ts'
import { plain, sendTo } from '../show/reply.ts'
import { helpText, newText, unlinkedText } from '../show/texts.ts'
import type { ChatRow } from '../store/chats.ts'
import type { Actor } from './actor.ts'
import { runAnyTask } from './do-command.ts'
import type { Replies, Talk } from './talk.ts'

export interface Command {
  readonly name: string
  readonly rest: string
}

/** Reads `/name rest` or `/name@bot rest`. Null: the text is no command. */
export function readCommand(text: string, botName: string): Command | 'for another bot' | null {
  const [head, rest] = takeWord(text)
  const found = /^\/([a-z_]{1,32}!?)(?:@(\w+))?$/i.exec(head)
  if (!found) return null
  const [, name = '', named] = found
  if (named !== undefined && named.toLowerCase() !== botName.toLowerCase()) return 'for another bot'
  return { name: name.toLowerCase(), rest }
}

interface Place {
  readonly messageId: number
  /** The link by which the person is known. */
  readonly link: ChatRow
}

/** Answers a command. */
export async function runCommand(talk: Talk, actor: Actor, { name, rest }: Command, place: Place): Promise<Replies> {
  const { lane } = talk
  const say = (html: string): Replies => [sendTo(lane.chatId, { html })]
  const profile = actor.profile ? { profile: actor.profile.id } : {}
  switch (name) {
    case 'new':
      return say(newText)
    case 'drafts':
      return listed(talk, actor, 'Drafts', listPosts, { ...profile, status: ['draft'], limit: 8 })
    case 'queue':
      return listed(talk, actor, 'Next posts', listQueue, { ...profile, limit: 8 })
    case 'status':
      return listed(talk, actor, 'Latest posts', listPosts, {
        ...profile,
        status: ['queued', 'publishing', 'published', 'partial', 'failed', 'unknown'],
        limit: 8,
      })
    case 'stats': {
      const outcome = await actor.run(getAnalytics, profile)
      return say(`<b>Numbers</b>\n\n${plain(outcome.text)}`)
    }
    case 'profile':
      return chooseAmong(talk, actor)
    case 'do':
    case 'do!':
      return say(await runAnyTask(actor, rest, { isConfirmed: name === 'do!' }))
    case 'unlink':
      return unlink(talk, actor, place)
    default:
      return say(helpText)
  }
}

type ListTask = typeof listPosts | typeof listQueue

/** Lists posts, each with a button that shows it. */
async function listed(talk: Talk, actor: Actor, title: string, task: ListTask, input: object): Promise<Replies> {
  const outcome = await actor.run(task, input)
  if (!outcome.ok) return [sendTo(talk.lane.chatId, { html: plain(outcome.text) })]
  const { posts } = outcome.result as Awaited<ReturnType<ListTask['run']>>
  const line = (content: string) => content.replaceAll(/\s+/g, ' ').trim() || 'No text'
  const buttons = posts.map(({ id, content }, at) => [
    { text: `${at + 1}. ${shorten(line(content), 40)}`, data: `show:${id}` },
  ])
  const html = posts.length === 0 ? `<b>${title}</b>\n\nThere is none.` : `<b>${title}</b>\nPress one to open it.`
  return [sendTo(talk.lane.chatId, { html, buttons })]
}

function chooseAmong({ lane }: Talk, { profile, profiles }: Actor): Replies {
  const most = 40
  const buttons = profiles
    .slice(0, most)
    .map(({ id, name }) => [{ text: shorten(`${id === profile?.id ? '✓ ' : ''}${name}`, 60), data: `prof:${id}` }])
  if (profile && profiles.length === 1)
    return [sendTo(lane.chatId, { html: `New posts go to <b>${escapeTags(profile.name)}</b>, your only profile.` })]
  const html = profile
    ? `New posts go to <b>${escapeTags(profile.name)}</b>. Choose another one:`
    : 'There is no profile yet.'
  return [sendTo(lane.chatId, { html, buttons })]
}

async function unlink({ deps, lane, chat }: Talk, actor: Actor, { link }: Place): Promise<Replies> {
  const place = chat ?? link
  if (place.uid !== actor.uid)
    return [sendTo(lane.chatId, { html: 'Only the person who linked this group can unlink it.' })]
  await removeChat(deps, actor.caller, lane)
  return [sendTo(lane.chatId, { html: unlinkedText })]
}
