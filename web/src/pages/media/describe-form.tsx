import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { inputLook } from '#web/ui/form/labelled.tsx'
import { SaveButton } from '#web/ui/form/save-button.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import type { MediaFile } from './library-query.ts'

interface FormProps {
  readonly file: MediaFile
  readonly onRemove: () => void
  readonly onClose: () => void
}

/** Describes a file for people who do not see it, and leads to its deletion. */
export function DescribeForm({ file: { id, altText }, onRemove, onClose }: FormProps) {
  const { library, shell } = useMessages()
  const queries = useQueryClient()
  const [alt, setAlt] = useState(altText ?? '')
  const save = useMutation({
    mutationFn: () => api.updateMedia({ id, altText: alt.trim() || null }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['media'] }),
  })
  return (
    <form
      className="grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <label htmlFor="alt" className="font-medium">
        {library.alt}
      </label>
      <textarea
        id="alt"
        rows={3}
        dir="auto"
        maxLength={2_000}
        aria-describedby="alt-hint"
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
        className={inputLook}
      />
      <p id="alt-hint" className="text-ink-3 text-sm">
        {library.altHint}
      </p>
      {save.error && <ProblemBanner error={save.error} />}
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button look="danger" className="me-auto" onClick={onRemove}>
          {library.remove}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {shell.close}
        </Button>
        <SaveButton isBusy={save.isPending} isDone={save.isSuccess} />
      </div>
    </form>
  )
}
