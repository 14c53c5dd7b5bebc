import { z } from 'zod'
import { formats } from '#rules/limits.ts'
import { readPlatform } from '#rules/network-names.ts'
import type { Input } from '#sdk/index.ts'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'
import { accountsInput, findPlaces } from './accounts.ts'
import { findProfileId, profileInput } from './profile.ts'

const media = z
  .strictObject({
    url: z.string().exactOptional().describe('The public URL of a file.'),
    storagePath: z.string().exactOptional().describe('Uploaded: `storagePath` from import_media.'),
    altText: z.string().exactOptional().describe('Describes the image.'),
  })
  .describe('Either `url` or `storagePath`.')

/** The fields of a post's content. The API validates them; this only has what an interface needs to build a form. */
export const contentFields = {
  content: z.string().exactOptional().describe('The text.'),
  texts: z.record(z.string(), z.string()).exactOptional().describe('Texts by network: {"x": "Shorter."}.'),
  formats: z.record(z.string(), z.string()).exactOptional().describe('Formats by network: {"instagram": "reel"}.'),
  links: z.record(z.string(), z.string()).exactOptional().describe('Links by network.'),
  threads: z
    .record(z.string(), z.enum(['join', 'omit']))
    .exactOptional()
    .describe('By network: `join` or `omit` the replies.'),
  delays: z.record(z.string(), z.number()).exactOptional().describe('Seconds later, by network.'),
  title: z.string().exactOptional().describe('The title, if it has one.'),
  media: z.array(media).exactOptional().describe('Images, videos or documents, in order.'),
  format: z.enum(formats).exactOptional().describe('The format (default: an ordinary post).'),
  thread: z.array(z.string()).exactOptional().describe('The replies that follow the first part.'),
  firstComment: z.string().exactOptional().describe('A comment under the post.'),
  link: z.string().exactOptional().describe('The URL of a link card.'),
  language: z.string().exactOptional().describe('Such as `en`.'),
  tags: z.array(z.string()).exactOptional().describe('Labels.'),
  settings: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .exactOptional()
    .describe('Settings by network: {"pinterest": {"boardId": "…"}}.'),
}

export const newPostFields = {
  profile: profileInput,
  accounts: accountsInput.exactOptional(),
  ...contentFields,
}

export const confirmWarningsInput = z
  .union([z.boolean(), z.array(z.string())])
  .exactOptional()
  .describe('Warning codes to accept, or true for all.')

const content = z.object(contentFields)
type Content = z.output<typeof content>
const newPost = z.object(newPostFields)
export type NewPost = z.output<typeof newPost>
type Body = Input<'createPost'>
type Change = Omit<Input<'updatePost'>, 'id'>

/** Builds the request body of a new post. */
export async function writeBody(api: Api, { profile, accounts, ...fields }: NewPost): Promise<Body> {
  const profileId = await findProfileId(api, profile)
  const places = await findPlaces(api, profileId, accounts ?? [])
  const [own, rest] = splitOwn(fields)
  return { ...writeFields(rest), profileId, platforms: withOwn(places, own) } as Body
}

/** Converts the changed fields to the API's shape. The API validates the settings of each network. */
export const writeFields = ({ thread, ...fields }: Omit<Content, keyof Own>): Change =>
  ({ ...fields, ...(thread ? { thread: thread.map((content) => ({ content })) } : {}) }) as Change

/** The records of values for specific networks, and the field of an account that each fills. */
const ownFields = {
  texts: 'content',
  formats: 'format',
  links: 'link',
  threads: 'thread',
  delays: 'delaySeconds',
} as const
type Own = Pick<Content, keyof typeof ownFields>

/** Separates the values for specific networks from those of the post. */
export function splitOwn<Fields extends Own>(fields: Fields): [Own, Omit<Fields, keyof Own>] {
  const { texts, formats, links, threads, delays, ...rest } = fields
  const own = Object.entries({ texts, formats, links, threads, delays }).filter(([, values]) => values !== undefined)
  return [Object.fromEntries(own), rest]
}

/** Adds the values for specific networks to the accounts of their network. */
export function withOwn<Place extends { readonly platform: string }>(places: readonly Place[], own: Own): Place[] {
  const given = Object.entries(ownFields).flatMap(([record, field]) =>
    Object.entries(own[record as keyof Own] ?? {}).map(([name, value]) => ({ record, field, name, value })),
  )
  const networkOf = (name: string) => readPlatform(name.toLowerCase())
  for (const { record, name } of given)
    if (!places.some(({ platform }) => networkOf(platform) === networkOf(name)))
      refuseInput(`/${record}/${name}`, 'The post isn’t published to this network. Add the network to `accounts`.')
  return places.map((place) => ({
    ...place,
    ...Object.fromEntries(
      given.flatMap(({ field, name, value }) =>
        networkOf(name) === networkOf(place.platform) ? [[field, value]] : [],
      ),
    ),
  }))
}
