import { type Db, inTx } from '#infra/db/client.ts'
import type { Caller } from '#kernel/caller.ts'
import { before, days } from '#kernel/clock.ts'
import { fromWire, type MediaId, type ProfileId, toWire } from '#kernel/ids.ts'
import { listProfileAccounts } from '#modules/accounts/index.ts'
import { findMediaByIds, type MediaRow } from '#modules/media/index.ts'
import type { Deps } from '../../deps.ts'
import { addIdeas } from './add-ideas.ts'
import { connectAccounts } from './connect-accounts.ts'
import { drawPictures } from './draw-pictures.ts'
import { insertNumbers } from './insert-numbers.ts'
import { insertPosts } from './insert-posts.ts'
import { type DemoApi, openApi, requireDone } from './open-api.ts'
import { planAhead } from './plan-ahead.ts'
import { planYear } from './plan-year.ts'
import { createRandom } from './random.ts'

interface DemoOptions {
  readonly months: number
  /** The same seed gives the same posts and metrics on the same day. */
  readonly seed: number
}

interface Demo {
  readonly profileId: ProfileId
  readonly name: string
  readonly accounts: number
  readonly posts: number
}

const name = 'Lantern Coffee'
const timezone = 'Europe/Berlin'
const altText = 'Drawing of a steaming cup in front of hills, with a sun above them.'
/** The colors of the labels. */
const colors = {
  'new-coffee': 'brown',
  'behind-the-scenes': 'violet',
  'how-to': 'blue',
  people: 'pink',
  sourcing: 'green',
  offer: 'orange',
  event: 'red',
  mood: 'teal',
  question: 'amber',
  quiz: 'indigo',
} as const
const daysOfMonth = 365.25 / 12

/**
 * Creates a profile with sandbox accounts, past posts and metrics, upcoming posts, ideas and calendar notes. Only the past is written to
 * tables directly. Everything else is created through the API, so it cannot contain anything that the API would reject.
 */
export async function makeDemoData(deps: Deps, caller: Caller, { months, seed }: DemoOptions): Promise<Demo> {
  const [now, random] = [deps.clock.now(), createRandom(seed)]
  await using api = await openApi(deps, caller)
  const made = requireDone(await api.post('/v1/profiles', { name, brandColor: '#C08552', timezone }))
  const wireId = String(made.id)
  const profileId = requireId(fromWire('prof', wireId))
  for (const [name, color] of Object.entries(colors))
    requireDone(await api.post('/v1/labels', { profileId: wireId, name, color }))
  const connected = await connectAccounts(deps, api, wireId)
  const pictures = await uploadPictures(deps.db, api, { files: await drawPictures(random), profileId: wireId })
  const paths = pictures.map(({ storagePath }) => storagePath)
  const rule = await planAhead(api, { profileId: wireId, connected, pictures: paths, random, now, timezone })
  const mediaIds = pictures.map(({ id }) => toWire('media', id))
  await addIdeas(api, { profileId: wireId, mediaIds, now })
  const ruleId = requireId(fromWire('rec', rule))
  const length = Math.round(months * daysOfMonth)
  const posts = planYear({ random, now, days: length, timezone, connected })
  return await inTx(deps.db, async (tx) => {
    const accounts = await listProfileAccounts(tx, profileId)
    const out = await insertPosts(tx, { ownerUid: caller.uid, profileId, accounts, pictures, ruleId, posts })
    await insertNumbers(tx, { random, accounts, out, start: before(now, days(length)), now })
    return { profileId, name, accounts: accounts.length, posts: posts.length }
  })
}

async function uploadPictures(
  db: Db,
  api: DemoApi,
  { files, profileId }: { readonly files: readonly Buffer[]; readonly profileId: string },
): Promise<MediaRow[]> {
  const ids: MediaId[] = []
  for (const [nth, file] of files.entries()) {
    const { id } = await api.upload(file, `lantern-${nth + 1}.png`, { profileId, altText })
    ids.push(requireId(fromWire('media', String(id))))
  }
  const rows = await findMediaByIds(db, ids)
  return ids.flatMap((id) => rows.get(id) ?? [])
}

function requireId<Id>(id: Id | null): Id {
  if (id === null) throw new Error('The API responded without an ID.')
  return id
}
