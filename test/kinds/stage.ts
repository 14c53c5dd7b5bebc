import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { scopeNames } from '#kernel/caller.ts'
import { fromWire } from '#kernel/ids.ts'
import type { FileName, KindOfPost } from '../connector-suite/kinds.ts'
import type { Direct, NetworkUnderTest } from '../connector-suite/network-under-test.ts'
import { startApp, type TestApp } from '../harness/app.ts'
import type { Client } from '../harness/client.ts'
import { mp3Of } from '../world/files/mp3.ts'
import { pdfOf } from '../world/files/pdf.ts'
import { fetchBytes } from '../world/media.ts'
import { connectHeadless } from '../world/oauth.ts'
import { done } from '../world/people.ts'
import { fixture, moving, plain } from '../world/pictures.ts'
import { openFront } from './front.ts'

/**
 * One application and one sandbox for all kinds of posts. Each kind has its own account, so that none interferes with
 * another.
 */
export interface KindStage extends AsyncDisposable {
  readonly t: TestApp
  /** The client that writes the posts. */
  readonly by: Client
  file(name: FileName): Uploaded
  /** Connects an account, in a new profile or in this one. */
  connect(network: NetworkUnderTest, kind?: KindOfPost, profileId?: string): Promise<Connected>
  /** Overrides the stored facts of a file, or restores them if called without facts. */
  pretend(name: FileName, known: Known): Promise<void>
  /** Advances time until everything that can end has ended. */
  settle(): Promise<void>
}

interface Uploaded {
  readonly id: string
  readonly storagePath: string
  readonly kind: 'image' | 'video' | 'document' | 'audio'
  /** The hash of the stored file, which has no metadata about its author. */
  readonly sha256: string
}

export interface Connected {
  readonly profileId: string
  readonly person: string
  /** The name under which the sandbox shows the account's posts. */
  readonly ledgerName: string
  /** The settings of the account's posts. */
  readonly chosen: Readonly<Record<string, unknown>>
}

export const altText = 'A harbour at dawn.'

export async function openKindStage(): Promise<KindStage> {
  const front = await openFront()
  const t = await startApp({ sandbox: true, settings: { PUBLIC_URL: front.url } })
  front.leadTo(t.url)
  const root = await t.as('root')
  const scopes = scopeNames.filter((name) => !name.startsWith('admin:'))
  // An API key does not expire when the clock moves.
  const by = t.withToken(done(await root.post('/v1/api-keys', { name: 'writes', scopes }), 201).body.key)
  const files = new Map(await Promise.all(fileNames.map(async (name) => [name, await uploadOf(t, by, name)] as const)))
  let people = 100
  return {
    t,
    by,
    file: (name) => files.get(name) ?? assert.fail(`unknown file ${name}`),
    async connect(network, kind, known) {
      people += 1
      const person = `user-${people}`
      const profileId: string = known ?? done(await root.post('/v1/profiles', { name: person })).body.id
      return await connect(t, root, network, { profileId, person, scopes: kind?.scopes })
    },
    pretend: (name, known) => pretend(t, files.get(name)?.id ?? '', known),
    async settle() {
      await t.settle()
      for (let turns = 0; turns < turnsMax && (await isUnderWay(by)); turns += 1) await t.advance(turnMs)
    },
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]()
      await front[Symbol.asyncDispose]()
    },
  }
}

type Known = Readonly<Record<string, string | number>>

const trueFacts = new Map<string, { readonly size: number; readonly contentType: string; readonly facts: object }>()

async function pretend(t: TestApp, wireId: string, known: Known): Promise<void> {
  const id = fromWire('media', wireId)
  assert.ok(id)
  const { key, ...real } = await t.db
    .selectFrom('media')
    .innerJoin('mediaFile', 'mediaFile.key', 'media.fileKey')
    .select(['mediaFile.key', 'mediaFile.size', 'mediaFile.contentType', 'mediaFile.facts'])
    .where('media.id', '=', id)
    .executeTakeFirstOrThrow()
  const { facts, ...row } = trueFacts.get(key) ?? (real as { size: number; contentType: string; facts: object })
  trueFacts.set(key, { facts, ...row })
  const { size = row.size, contentType = row.contentType, ...others } = known
  await t.db
    .updateTable('mediaFile')
    .set({ size: Number(size), contentType: String(contentType), facts: JSON.stringify({ ...facts, ...others }) })
    .where('key', '=', key)
    .execute()
}

const turnMs = 30_000
const turnsMax = 40

async function isUnderWay(by: Client): Promise<boolean> {
  const { byStatus } = done(await by.get('/v1/posts/stats')).body
  return ['queued', 'publishing', 'processing'].some((status) => (byStatus[status] ?? 0) > 0)
}

/** Images of one aspect ratio, as a carousel requires. */
const still = (width: number): Promise<Buffer> =>
  plain(width, (width / 4) * 3)
    .jpeg()
    .toBuffer()

/** A box without content that enlarges a video, because some networks refuse small ones. */
const nothing = Buffer.concat([Buffer.from([0, 1, 0x38, 0x80]), Buffer.from('free'), Buffer.alloc(79_992)])

const makers: Readonly<Record<FileName, () => Promise<Buffer>>> = {
  picture: () => still(640),
  other: () => still(644),
  third: () => still(648),
  fourth: () => still(652),
  fifth: () => still(656),
  moving: () => moving(64, 48, 3).gif().toBuffer(),
  slides: async () => pdfOf(3),
  sound: async () => mp3Of(100),
  film: async () => Buffer.concat([await fixture('upright.mp4'), nothing]),
  wide: async () => Buffer.concat([await fixture('plain.mp4'), nothing]),
}
const fileNames = Object.keys(makers) as readonly FileName[]
const endings: Readonly<Partial<Record<FileName, string>>> = {
  film: 'mp4',
  wide: 'mp4',
  moving: 'gif',
  slides: 'pdf',
  sound: 'mp3',
}
const kinds: Readonly<Partial<Record<FileName, Uploaded['kind']>>> = {
  film: 'video',
  wide: 'video',
  slides: 'document',
  sound: 'audio',
}

async function uploadOf(t: TestApp, by: Client, name: FileName): Promise<Uploaded> {
  const sent = { file: await makers[name](), fileName: `${name}.${endings[name] ?? 'jpg'}` }
  const kind = kinds[name] ?? 'image'
  const purpose = kind === 'document' || kind === 'audio' ? `?purpose=${kind}` : ''
  const { id, storagePath, url } = done(await by.upload(`/v1/media/upload${purpose}`, sent)).body
  const { bytes } = await fetchBytes(t, url)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { id, storagePath, kind, sha256 }
}

async function connect(
  t: TestApp,
  by: Client,
  network: NetworkUnderTest,
  {
    profileId,
    person,
    scopes,
  }: Pick<Connected, 'profileId' | 'person'> & { readonly scopes: KindOfPost['scopes'] | undefined },
): Promise<Connected> {
  const { connector, signsIn, chooses } = network
  const seenAs = scopes ? person : (network.ledgerName?.(person) ?? person)
  const platform = connector.network
  const accountId =
    'fields' in signsIn
      ? await connectDirectly(by, platform, { profileId, ...fieldsOf(t, platform, signsIn, person) })
      : await connectByConsent(t, by, platform, profileId, seenAs, { login: person, ...(scopes ? { scopes } : {}) })
  const options = async () => done(await by.get(`/v1/connections/${accountId}/options`)).body
  return { profileId, person, ledgerName: seenAs, chosen: chooses ? await chooses(options) : {} }
}

/** The only part of the suite's stand that is used is the network's URL. */
const fieldsOf = (t: TestApp, platform: string, signsIn: Direct, person: string) =>
  signsIn.fields({ url: `${t.sandbox.url}/${platform}` } as Parameters<Direct['fields']>[0], person)

const connectDirectly = async (by: Client, platform: string, body: object): Promise<string> =>
  done(await by.post(`/v1/platforms/${platform}/connect`, body), 201).body.id

async function connectByConsent(
  t: TestApp,
  by: Client,
  platform: string,
  profileId: string,
  seenAs: string,
  body: { readonly login: string; readonly scopes?: readonly string[] },
): Promise<string> {
  const { accountId } = done(await connectHeadless(t, by, platform, profileId, body)).body
  if (accountId !== null) return accountId
  const { pages } = done(await by.get(`/v1/platforms/${platform}/pages?profileId=${profileId}`)).body
  const found = pages.find(({ name }: { name: string }) => name.toLowerCase().replaceAll(' ', '-') === seenAs)
  assert.ok(found, `no page of ${seenAs} among ${JSON.stringify(pages)}`)

  return done(await by.post(`/v1/platforms/${platform}/connect-page`, { profileId, pageId: found.id }), 201).body.id
}
