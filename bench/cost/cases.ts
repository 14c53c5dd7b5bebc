import { days, hours } from '#kernel/clock.ts'
import { noise } from '#test/world/pictures.ts'
import { type Connected, connectProfile } from '../posts/people.ts'
import type { Publisher } from '../posts/publisher.ts'
import type { Started } from '../tools/processes.ts'

/** A kind of post whose cost is reported. */
export interface Case {
  readonly name: string
  /** The accounts on each of two networks; null for a single account. */
  readonly ofEach: number | null
  readonly hasPicture: boolean
  /** Endpoints that receive every event. */
  readonly endpoints: number
  /** The maximum number of statements to publish it alone. */
  readonly atMost: number
}

/** Endpoints stay, so posts without any come first. */
export const cases: readonly Case[] = [
  { name: 'one target', ofEach: null, hasPicture: false, endpoints: 0, atMost: 60 },
  { name: 'one target, a picture', ofEach: null, hasPicture: true, endpoints: 0, atMost: 60 },
  { name: 'six targets', ofEach: 3, hasPicture: false, endpoints: 0, atMost: 80 },
  { name: 'one target, a webhook', ofEach: null, hasPicture: false, endpoints: 1, atMost: 70 },
  { name: 'six targets, three webhooks', ofEach: 3, hasPicture: false, endpoints: 3, atMost: 120 },
]

const events = ['post.queued', 'post.published', 'post.partial', 'post.failed', 'post.needs_attention']
const profileCount = 10

/** Writes posts of a kind, each on the next of ten profiles. */
export interface Author {
  /** Sends everything that a client sends for one post, including its image. The post is scheduled a month ahead. */
  write(): Promise<void>
}

export async function createAuthor(
  publisher: Publisher,
  sandbox: Started,
  { ofEach, hasPicture }: Case,
): Promise<Author> {
  const profiles: (readonly Connected[])[] = []
  for (let no = 0; no < profileCount; no++)
    profiles.push(
      ofEach === null
        ? await connectProfile(publisher, sandbox, 1, ['bluesky'])
        : await connectProfile(publisher, sandbox, ofEach),
    )
  const picture = hasPicture ? await noise(80, 60).resize(640, 480).jpeg().toBuffer() : null
  let written = 0
  return {
    async write() {
      const no = written++
      const accounts = profiles[no % profileCount] ?? []
      const profileId = accounts[0]?.wire.profileId ?? ''
      await publisher.call('POST', '/v1/posts', {
        profileId,
        content: `Post ${no}: the gulls are back at the harbour`,
        platforms: accounts.map(({ network, wire }) => ({ platform: network, accountId: wire.id })),
        scheduledAt: new Date(Date.now() + days(30) + hours(no)).toISOString(),
        ...(picture === null ? {} : { media: [await upload(publisher, profileId, picture)] }),
      })
    },
  }
}

export async function openEndpoints(publisher: Publisher, url: string, count: number): Promise<void> {
  for (let no = 0; no < count; no++) await publisher.call('POST', '/v1/webhooks', { url: `${url}/${no}`, events })
}

async function upload(publisher: Publisher, profileId: string, bytes: Buffer): Promise<object> {
  const form = new FormData()
  form.set('profileId', profileId)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'harbour.jpg')
  const { storagePath } = await publisher.call<{ storagePath: string }>('POST', '/v1/media/upload', form)
  return { storagePath, altText: 'The harbour in the morning' }
}
