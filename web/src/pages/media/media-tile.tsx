import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { formatBytes } from '#web/lib/number.ts'
import { OneLine } from '#web/ui/one-line.tsx'
import { isVideo, type MediaFile } from './library-query.ts'

interface TileProps {
  readonly file: MediaFile
  /** The number of posts that use the file. */
  readonly postCount: number
  readonly onOpen: () => void
}

/** A file in the library, as a thumbnail with its name. */
export function MediaTile({ file, postCount, onOpen }: TileProps) {
  const { library } = useMessages()
  const { fileName, altText, url, posterUrl, preview, size } = file
  const shownAt = isVideo(file) ? posterUrl : url
  return (
    <button
      type="button"
      onClick={onOpen}
      className="group grid w-full grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg text-start"
    >
      <span
        className="relative block aspect-square overflow-hidden rounded-lg border border-line bg-center bg-cover bg-sunken"
        style={preview ? { backgroundImage: `url("${preview}")` } : undefined}
      >
        {shownAt && (
          <img
            src={shownAt}
            alt=""
            loading="lazy"
            className="size-full object-cover transition-transform duration-180 group-hover:scale-[1.02]"
          />
        )}
        {isVideo(file) && (
          <span className="absolute bottom-2 start-2 rounded-sm bg-ink/80 px-1.5 py-0.5 text-bg text-xs">
            {library.kinds.videos}
          </span>
        )}
      </span>
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-0.5">
        <OneLine className="font-medium">{fileName}</OneLine>
        <span className="flex items-center gap-1 text-ink-3 text-sm">
          {altText && <Icon name="check" className="size-3.5 text-published" />}
          <span className="truncate">
            {altText ? library.hasAlt : library.noAlt} · {formatBytes(size)}
          </span>
        </span>
        {postCount > 0 && <span className="truncate text-ink-3 text-sm">{library.usedIn(postCount)}</span>}
      </span>
    </button>
  )
}
