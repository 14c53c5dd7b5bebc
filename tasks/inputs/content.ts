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
    storagePath: z.string().exactOptional().describe('An uploaded file: `storagePath` from import_media.'),
    altText: z.string().exactOptional().describe('Alt text: describes the image for people who cannot see it.'),
  })
  .describe('Either `url` or `storagePath`.')

/** The fields of a post's content. The API validates them; this only has what an interface needs to build a form. */
export const contentFields = {
  content: z.string().exactOptional().describe('The text of the post.'),
  texts: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('Different texts for specific networks, by network: {"x": "A shorter text."}.'),
  title: z.string().exactOptional().describe('A title, for networks that have one.'),
  media: z.array(media).exactOptional().describe('Images, videos or documents, in order.'),
  format: z.enum(formats).exactOptional().describe('The format (default: an ordinary post).'),
  thread: z.array(z.string()).exactOptional().describe('The replies that follow the first part.'),
  firstComment: z.string().exactOptional().describe('A comment to add under the post, on networks that support it.'),
  link: z.string().exactOptional().describe('A URL to show as a link card.'),
  language: z.string().exactOptional().describe('The language of the text, such as `en` or `pt-BR`.'),
  tags: z.array(z.string()).exactOptional().describe('Labels for finding the post. They are not published.'),
  settings: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .exactOptional()
    .describe('Network-specific settings, by network: {"pinterest": {"boardId": "…"}}.'),
}

export const newPostFields = {
  profile: profileInput,
  accounts: accountsInput.exactOptional(),
  ...contentFields,
}

export const confirmWarningsInput = z
  .union([z.boolean(), z.array(z.string())])
  .exactOptional()
  .describe('Codes of the warnings to accept, or true for all.')

const content = z.object(contentFields)
type Content = z.output<typeof content>
const newPost = z.object(newPostFields)
export type NewPost = z.output<typeof newPost>
type Body = Input<'createPost'>
type Change = Omit<Input<'updatePost'>, 'id'>

/** Builds the request body of a new post. */
export async function writeBody(api: Api, { profile, accounts, texts, ...fields }: NewPost): Promise<Body> {
  const profileId = await findProfileId(api, profile)
  const places = await findPlaces(api, profileId, accounts ?? [])
  return { ...writeFields(fields), profileId, platforms: withTexts(places, texts ?? {}) } as Body
}

/** Converts the changed fields to the API's shape. The API validates the settings of each network. */
export const writeFields = ({ thread, ...fields }: Omit<Content, 'texts'>): Change =>
  ({ ...fields, ...(thread ? { thread: thread.map((content) => ({ content })) } : {}) }) as Change

/** Adds the network-specific texts to the accounts of their network. */
export function withTexts<Place extends { readonly platform: string }>(
  places: readonly Place[],
  texts: Readonly<Record<string, string>>,
): (Place | (Place & { readonly content: string }))[] {
  const byNetwork = new Map(Object.entries(texts).map(([name, text]) => [readPlatform(name.toLowerCase()), text]))
  for (const name of Object.keys(texts)) {
    const network = readPlatform(name.toLowerCase())
    if (!places.some(({ platform }) => readPlatform(platform) === network))
      refuseInput(`/texts/${name}`, 'The post is not published to this network. Add the network to `accounts`.')
  }
  return places.map((place) => {
    const content = byNetwork.get(readPlatform(place.platform))
    return content === undefined ? place : { ...place, content }
  })
}
