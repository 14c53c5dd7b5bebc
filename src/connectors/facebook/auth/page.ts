import { z } from 'zod'
import { webUrl } from '#connectors/api/web-url.ts'
import { id } from '#connectors/meta/graph-call.ts'

/** A page as responses describe it. In a person's lists it comes with its own token. */

export const page = z.object({
  id,
  name: z.string().min(1).max(500),
  username: z.string().min(1).max(200).nullish(),
  category: z.string().max(200).nullish(),
  link: webUrl,
  picture: z
    .object({ data: z.object({ url: webUrl }) })
    .nullish()
    .catch(null),
  followers_count: z.number().int().min(0).nullish(),
})
type Page = z.infer<typeof page>

export const pageFields = 'id,name,username,category,link,picture.type(large){url},followers_count'

export const listedPage = page.extend({
  access_token: z.string().min(1).optional(),
  tasks: z.array(z.string()).optional(),
})
export type ListedPage = z.infer<typeof listedPage>

export function remoteAccountOf({ id: remoteId, name, username, category, link, picture, followers_count }: Page) {
  return {
    remoteId,
    handle: username ?? name,
    displayName: name,
    avatar: picture?.data.url ?? null,
    followers: followers_count ?? null,
    facts: { ...(link === null ? {} : { profileUrl: link }), ...(category ? { category } : {}) },
  }
}
