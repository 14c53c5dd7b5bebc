import { before, days } from '#kernel/clock.ts'
import { shorten } from '#kernel/text/shorten.ts'
import { getAnalytics } from '#tasks/analytics/get-analytics.ts'
import { listPosts } from '#tasks/posts/list-posts.ts'
import { listQueue } from '#tasks/posts/list-queue.ts'
import { type Actor, chooseProfile, type Place } from './actor.ts'
import { drawCard, nameNetwork, nameStatus, type Post } from './card.ts'
import { type Button, type Face, type Message, toLine } from './message.ts'
import { readAccounts } from './posts.ts'
import { runNamed } from './run-named.ts'
import { listTalks } from './talks.ts'

/** The commands that both networks have, with their descriptions in menus and in the help. */
const commands = [
  { command: 'new', description: 'New post' },
  { command: 'drafts', description: 'Your drafts' },
  { command: 'queue', description: 'Upcoming posts' },
  { command: 'status', description: 'Posts by status, and accounts that need attention' },
  { command: 'inbox', description: 'Open conversations. `on` tells you of new ones here' },
  { command: 'stats', description: 'Metrics for the last 30 days' },
  { command: 'profile', description: 'Switch brand' },
  { command: 'run', description: 'More actions' },
  { command: 'help', description: 'What I can do' },
  { command: 'unlink', description: 'Disconnect this chat' },
] as const

/** Returns the menu of a network. */
export const listCommands = ({ prefix, run }: Face) =>
  commands.map(({ command, description }) => ({ name: command === 'run' ? run : prefix + command, description }))

/** Returns the help: an introduction, the commands and other features. */
export const drawHelp = (face: Face, { intro, more }: { intro: string; more: string }): Message => ({
  text: [
    intro,
    '',
    ...listCommands(face).map(({ name, description }) => `\`${name}\` – ${description}`),
    '',
    more,
  ].join('\n'),
})

/** Runs a command by its name. Null if the networks handle it themselves. Throws refusals. */
export async function answerCommand(actor: Actor, name: string, rest: string): Promise<Message | null> {
  switch (name) {
    case 'drafts':
      return await showDrafts(actor)
    case 'queue':
      return await showQueue(actor)
    case 'status':
      return await showStatus(actor)
    case 'inbox':
      return await answerInbox(actor, rest)
    case 'stats':
      return await showMetrics(actor)
    case 'profile':
      return rest === '' ? await showProfiles(actor) : await chooseNamed(actor, rest)
    case 'run':
      return await runNamed(actor, rest, { isConfirmed: !actor.face.confirmsRun })
    case 'run!':
      return await runNamed(actor, rest, { isConfirmed: true })
    default:
      return null
  }
}

/** Lists open conversations, or turns messages about new ones on or off in this chat. */
async function answerInbox(actor: Actor, rest: string): Promise<Message> {
  const word = rest.toLowerCase()
  if (word !== 'on' && word !== 'off') return await listTalks(actor)
  await actor.tellInbox(word === 'on')
  const { prefix } = actor.face
  return {
    text:
      word === 'on'
        ? `I’ll tell you here when someone comments. \`${prefix}inbox off\` stops it.`
        : 'I won’t tell you about new comments here anymore.',
  }
}

const maxListed = 8

/** Lists the next posts of the profile. */
export async function showQueue(actor: Actor): Promise<Message> {
  const place = await actor.findPlace()
  const { posts } = await listQueue.run(actor.api, { profile: place.profile.id, limit: maxListed })
  return drawList(actor, place, `${place.profile.name}: Queue`, posts, 'Nothing scheduled.')
}

export async function showDrafts(actor: Actor): Promise<Message> {
  const place = await actor.findPlace()
  const { posts } = await listPosts.run(actor.api, { profile: place.profile.id, status: ['draft'], limit: maxListed })
  return drawList(actor, place, `${place.profile.name}: Drafts`, posts, 'No drafts.')
}

function drawList({ face }: Actor, { timezone }: Place, title: string, posts: readonly Post[], none: string): Message {
  if (posts.length === 0) return { title, text: none }
  const accounts = face.hasForms ? null : []
  return { title, cards: posts.map((post) => drawCard(post, { timezone, accounts })) }
}

const latest = ['queued', 'publishing', 'published', 'partial', 'failed', 'unknown'] as const

/** Counts the posts by status, lists the accounts that need attention, and offers the latest posts. */
async function showStatus(actor: Actor): Promise<Message> {
  const { api } = actor
  const { profile } = await actor.findPlace()
  const { byStatus } = await api.getPostStats({ profileId: profile.id })
  const { posts } = await listPosts.run(api, { profile: profile.id, status: [...latest], limit: maxListed })
  const counts = Object.entries(byStatus)
    .filter(([, count]) => Number(count) > 0)
    .map(([status, count]) => `${nameStatus(status)}: ${count}`)
  const ill = (await readAccounts(api, profile.id))
    .filter(({ status }) => status !== 'active')
    .map(
      ({ handle, network, status, statusReason }) =>
        `• ${handle} on ${nameNetwork(network)}: ${status}. ${statusReason ?? ''}`,
    )
  return {
    title: `${profile.name}: Status`,
    text: [
      counts.length === 0 ? 'No posts yet.' : counts.join(', '),
      ...(ill.length > 0 ? ['Accounts that need attention:', ...ill] : ['All accounts are connected.']),
    ].join('\n'),
    buttons: posts.map(({ id, status, content }) => [
      { label: shorten(`${nameStatus(status)}: ${toLine(content)}`, 60), verb: 'show', subject: id },
    ]),
  }
}

async function showMetrics({ api, clock, findPlace }: Actor): Promise<Message> {
  const { profile, timezone } = await findPlace()
  const from = before(clock.now(), days(30)).toISOString()
  const metrics = await getAnalytics.run(api, { profile: profile.id, from, timezone })
  return { title: `${profile.name}: Metrics`, text: getAnalytics.describe(metrics, { timezone }) }
}

const maxProfiles = 40

async function showProfiles({ findPlace }: Actor): Promise<Message> {
  const { profile, profiles } = await findPlace()
  if (profiles.length === 1) return { text: `You’re posting as ${profile.name}, your only brand.` }
  const buttons = profiles
    .slice(0, maxProfiles)
    .map(({ id, name }): readonly Button[] => [
      { label: shorten(`${id === profile.id ? '✓ ' : ''}${name}`, 60), verb: 'profile', subject: id },
    ])
  return { text: `You’re posting as ${profile.name}. Switch to:`, buttons }
}

/** Chooses the profile whose name a person types. */
async function chooseNamed(actor: Actor, name: string): Promise<Message> {
  const { profiles } = await actor.findPlace()
  const found = profiles.find((one) => one.name.toLocaleLowerCase() === name.toLocaleLowerCase())
  if (found) return { text: `You’re now posting as ${await chooseProfile(actor, found.id)}.` }
  return { text: `No brand with that name. Your brands: ${profiles.map((one) => one.name).join(', ')}.` }
}
