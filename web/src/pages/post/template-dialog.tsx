import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { tell } from '#web/ui/toast.tsx'

/** Saves a post as a template, under a name. */
export function TemplateDialog({ post, onClose }: { readonly post: Post; readonly onClose: () => void }) {
  const { texts: words, shell } = useMessages()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: () => api.createTemplateFromPost({ id: post.id, name: name.trim() }),
    onSuccess: async () => {
      onClose()
      tell({ title: words.templateSaved })
      await queries.invalidateQueries({ queryKey: ['texts'] })
    },
  })
  return (
    <Dialog title={words.saveTemplate} lead={words.templateLead} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <Field
          label={words.name}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" variant="primary" isBusy={save.isPending}>
            {shell.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
