import { z } from 'zod'
import { readPlatform } from '#rules/network-names.ts'
import type { Input } from '#sdk/index.ts'
import { refuseInput } from '../run-task.ts'
import type { Api } from '../task.ts'
import { accountsInput, findPlaces } from './accounts.ts'
import { findProfileId, profileInput } from './profile.ts'

const media = z
  .strictObject({
    url: z.string().exactOptional().describe('A file on the web.'),
    storagePath: z.string().exactOptional().describe('A file that was uploaded: `storagePath` of import_media.'),
    altText: z.string().exactOptional().describe('Describes the picture for people who cannot see it.'),
  })
  .describe('Either `url` or `storagePath`.')

/** The fields of a post's content. Their rules are those of the API; here stands only what a face must know to ask for it. */
const contentFields = {
  content: z.string().exactOptional().describe('The text of the post.'),
  texts: z
    .record(z.string(), z.string())
    .exactOptional()
    .describe('Other texts for some networks, by network: {"x": "A shorter text."}.'),
  title: z.string().exactOptional().describe('A title, for networks that have one.'),
  media: z.array(media).exactOptional().describe('Pictures, videos or documents, in their order.'),
  thread: z.array(z.string()).exactOptional().describe('The texts of the replies after the first part.'),
  firstComment: z.string().exactOptional().describe('A comment under the post, where the network allows one.'),
  link: z.string().exactOptional().describe('A URL that is shown as a card.'),
  tags: z
    .array(z.string())
    .exactOptional()
    .describe('Labels of your own, to find the post by. They are not published.'),
  settings: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .exactOptional()
    .describe('Settings of single networks, by network: {"pinterest": {"boardId": "…"}}.'),
}

export const newPostFields = {
  profile: profileInput,
  accounts: accountsInput.exactOptional(),
  ...contentFields,
}

export const confirmWarningsInput = z
  .union([z.boolean(), z.array(z.string())])
  .exactOptional()
  .describe('Codes of the warnings that you accept, or true for all.')

const newPost = z.object(newPostFields)
type NewPost = z.output<typeof newPost>
type Body = Input<'createPost'>

/** Writes the request body of a new post. */
export async function writeBody(api: Api, { profile, accounts, texts, thread, ...fields }: NewPost): Promise<Body> {
  const profileId = await findProfileId(api, profile)
  const places = await findPlaces(api, profileId, accounts ?? [])
  requireUsed(texts ?? {}, places)
  const platforms = places.map((place) => {
    const content = textFor(texts ?? {}, place.platform)
    return content === undefined ? place : { ...place, content }
  })
  const body = {
    ...fields,
    profileId,
    platforms,
    ...(thread ? { thread: thread.map((content) => ({ content })) } : {}),
  }
  // The API checks the settings of each network.
  return body as Body
}

const textFor = (texts: Readonly<Record<string, string>>, network: string): string | undefined =>
  Object.entries(texts).find(([name]) => readPlatform(name.toLowerCase()) === network)?.[1]

function requireUsed(texts: Readonly<Record<string, string>>, places: readonly { readonly platform: string }[]): void {
  for (const name of Object.keys(texts)) {
    const network = readPlatform(name.toLowerCase())
    if (!places.some(({ platform }) => platform === network))
      refuseInput(`/texts/${name}`, 'The post does not go to this network. Name it in `accounts` as well.')
  }
}
