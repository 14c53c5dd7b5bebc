import { useState } from 'react'
import { useMessages } from '#web/i18n/index.ts'
import { LabelField } from '#web/posts/labels/label-field.tsx'
import type { LabelChange } from '#web/posts/labels/write-labels.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'

interface LabelProps {
  readonly posts: readonly Post[]
  readonly onLabel: (change: LabelChange) => void
  readonly onClose: () => void
}

/** Asks which labels the selected posts get, and which ones they lose. */
export function LabelDialog({ posts, onLabel, onClose }: LabelProps) {
  const { labels: words, shell } = useMessages()
  const [add, setAdd] = useState<readonly string[]>([])
  const [remove, setRemove] = useState<readonly string[]>([])
  const carried = [...new Set(posts.flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b))
  return (
    <Dialog title={words.bulk.title(posts.length)} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          onLabel({ add, remove })
          onClose()
        }}
      >
        <LabelField
          isFirst
          profileId={posts[0]?.profileId ?? ''}
          label={words.bulk.add}
          value={add}
          onChange={(names) => {
            setAdd(names)
            setRemove(remove.filter((name) => !names.includes(name)))
          }}
        />
        {carried.length > 0 && (
          <fieldset className="grid min-w-0 gap-x-4 sm:grid-cols-2">
            <legend className="mb-1.5 font-medium text-sm">{words.bulk.remove}</legend>
            {carried.map((name) => (
              <label key={name} className="flex min-h-8 min-w-0 cursor-pointer items-center gap-2.5 py-1">
                <input
                  type="checkbox"
                  checked={remove.includes(name)}
                  onChange={() => {
                    setRemove(remove.includes(name) ? remove.filter((one) => one !== name) : [...remove, name])
                    setAdd(add.filter((one) => one !== name))
                  }}
                />
                <bdi className="truncate">{name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" disabled={add.length + remove.length === 0}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
