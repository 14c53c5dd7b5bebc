import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import type { AccountOptionsProps } from './account-options.ts'

interface UserTag {
  readonly username: string
  readonly x?: number
  readonly y?: number
  readonly file?: number
}

const tagsMax = 20
const middle = { x: 0.5, y: 0.5 }

/** The accounts that are tagged in the images of an Instagram post, each with its position. */
export function InstagramOptions({ draft, settings, onSet }: AccountOptionsProps) {
  const { options: words } = useMessages()
  const tags = (settings.userTags ?? []) as readonly UserTag[]
  const images = draft.media.map(({ isVideo }, at) => ({ isVideo, at }))
  const save = (next: readonly UserTag[]) => onSet({ userTags: next.length > 0 ? next : undefined })
  const change = (at: number, changes: Partial<UserTag>) =>
    save(tags.map((tag, nth) => (nth === at ? { ...tag, ...changes } : tag)))
  return (
    <fieldset data-field="userTags" className="grid min-w-0 gap-3.5">
      <legend className="mb-1.5 font-medium text-sm">{words.settings.userTags}</legend>
      {tags.map((tag, at) => (
        // A tag has no stable key while it is typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added at the end and removed whole
        <div key={at} className="grid grid-cols-2 items-end gap-3">
          <Field
            label={words.username}
            maxLength={31}
            value={tag.username}
            onChange={({ target }) => change(at, { username: target.value })}
          />
          {images.length > 1 ? (
            <SelectField
              label={words.onFile}
              value={String(tag.file ?? 0)}
              options={Object.fromEntries(
                images.filter(({ isVideo }) => !isVideo).map((one) => [String(one.at), String(one.at + 1)]),
              )}
              onChange={({ target }) => change(at, { file: Number(target.value) })}
            />
          ) : null}
          {images.some(({ isVideo }) => !isVideo) && (
            <>
              <Share label={words.fromLeft} value={tag.x} onChange={(x) => change(at, { x })} />
              <Share label={words.fromTop} value={tag.y} onChange={(y) => change(at, { y })} />
            </>
          )}
          <Button variant="quiet" onClick={() => save(tags.filter((_, nth) => nth !== at))}>
            {words.remove(tag.username === '' ? words.username : tag.username)}
          </Button>
        </div>
      ))}
      {tags.length < tagsMax && (
        <div>
          <Button onClick={() => save([...tags, { username: '', ...middle, file: firstImage(images) }])}>
            {words.add(words.username)}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

const firstImage = (files: readonly { readonly isVideo: boolean; readonly at: number }[]): number =>
  files.find(({ isVideo }) => !isVideo)?.at ?? 0

interface ShareProps {
  readonly label: string
  readonly value: number | undefined
  readonly onChange: (share: number) => void
}

/** A share of an image's width or height, in percent. */
const Share = ({ label, value = 0.5, onChange }: ShareProps) => (
  <Field
    label={label}
    type="number"
    min={0}
    max={100}
    value={Math.round(value * 100)}
    onChange={({ target }) => onChange(Math.min(100, Math.max(0, Number(target.value))) / 100)}
  />
)
