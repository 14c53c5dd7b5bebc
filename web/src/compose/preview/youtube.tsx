import { useMessages } from '#web/i18n/index.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { folds } from './folds.ts'
import { Avatar, MediaFrame, nameOf, Text } from './parts.tsx'
import type { ShownPost } from './shown-post.ts'

const widest = 16 / 9

/** YouTube: the video at full width, its title, the channel, and the start of the description. */
export function YoutubePreview({ post }: { readonly post: ShownPost }) {
  const { preview } = useMessages()
  const [first] = post.parts
  const [video] = first?.media ?? []
  if (!first) return null
  const isUpright = video !== undefined && (video.aspect ?? widest) <= 1
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4" data-preview-part>
      <div
        data-theme="dark"
        className={`relative grid overflow-hidden rounded-xl bg-bg text-ink ${isUpright ? 'aspect-[9/16] w-64 max-w-full justify-self-center' : 'aspect-video'}`}
      >
        {video?.isVideo ? (
          <MediaFrame file={video} />
        ) : (
          <p className="grid place-items-center p-4 text-center text-ink-3">{preview.needsVideo}</p>
        )}
      </div>
      <p className={`font-semibold text-lg leading-snug ${post.title === '' ? 'text-failed' : ''}`}>
        {post.title === '' ? preview.needsTitle : post.title}
      </p>
      <p className="flex items-center gap-2 text-sm">
        <Avatar account={post.account} />
        <OneLine className="font-medium">{nameOf(post.account)}</OneLine>
      </p>
      <div className="rounded-xl bg-sunken p-3 text-sm">
        <Text text={first.text} dialect={post.dialect} fold={folds.youtube} />
      </div>
    </div>
  )
}
