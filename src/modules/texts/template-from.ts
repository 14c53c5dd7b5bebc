import type { PostAtHand, TemplatePost } from '#modules/posts/index.ts'
import type { Network } from '#rules/network-names.ts'

type Media = TemplatePost['media'][number]
type Part = Pick<PostAtHand, 'media'>
interface Target {
  readonly network: Network
  readonly overrides: { readonly media?: Part['media'] }
}

/** Makes a template of a post. Of several accounts on one network, the first one's values count. */
export function templateFrom(post: PostAtHand, targets: readonly Target[]): TemplatePost {
  const networks: Partial<Record<Network, object>> = {}
  for (const { network, overrides } of targets) {
    const { media, ...own } = overrides
    const values = { ...own, ...(media ? { media: media.map(writtenMedia) } : {}) }
    if (Object.keys(values).length > 0) networks[network] ??= values
  }
  return {
    content: post.content,
    title: post.title,
    media: post.media.map(writtenMedia),
    format: post.format as TemplatePost['format'],
    thread: post.thread.map(({ content, media }) => ({ content, media: media.map(writtenMedia) })),
    tags: [...post.tags],
    language: post.language,
    firstComment: post.firstComment,
    link: post.link,
    mentions: post.mentions.map(({ text, handles }) => ({ text, handles })),
    settings: post.settings as TemplatePost['settings'],
    networks: networks as TemplatePost['networks'],
  }
}

/** Names a file as a request does: by its storage path if it is stored, else by its URL. */
const writtenMedia = ({ storagePath, url, altText, view, thumbnailStoragePath }: Part['media'][number]): Media => ({
  ...(storagePath === undefined ? { url } : { storagePath }),
  ...(altText === undefined ? {} : { altText }),
  ...(view === undefined ? {} : { view: { ...view, crop: [...view.crop] } }),
  ...(thumbnailStoragePath === undefined ? {} : { thumbnailStoragePath }),
})
