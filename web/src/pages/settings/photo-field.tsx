import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { BrandTile } from '#web/ui/marks/brand-tile.tsx'
import { Face } from '#web/ui/marks/face.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

interface PhotoProps<Saved> {
  readonly name: string
  readonly url: string | null
  /** The color behind the letter of a brand without a photo. If omitted, the photo is a person's, and round. */
  readonly brandColor?: string | null
  /** Saves a photo, or removes it with null. */
  readonly save: (file: File | null) => Promise<Saved>
  readonly onSaved: (saved: Saved) => unknown
}

/** The photo of a person or brand. It is saved as soon as a file is chosen. */
export function PhotoField<Saved>({ name, url, brandColor, save, onSaved }: PhotoProps<Saved>) {
  const { settings } = useMessages()
  // A new key empties the file field.
  const [round, setRound] = useState(0)
  const change = useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onSettled: () => setRound((before) => before + 1),
  })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end gap-3">
        {brandColor === undefined ? (
          <Face name={name} url={url} size={64} />
        ) : (
          <BrandTile name={name} url={url} color={brandColor} size={64} />
        )}
        <div className="min-w-0 flex-1 basis-56">
          <FileField
            key={round}
            label={settings.photo.label}
            accept="image/jpeg,image/png,image/webp,image/gif"
            onChange={(file) => file && !change.isPending && change.mutate(file)}
          />
        </div>
        {url && (
          <Button isBusy={change.isPending} onClick={() => change.mutate(null)}>
            {settings.photo.remove}
          </Button>
        )}
      </div>
      <p role="status" className="text-ink-3 text-sm">
        {change.isPending ? settings.photo.saving : settings.photo.hint}
      </p>
      {change.error && <ProblemBanner error={change.error} />}
    </div>
  )
}
