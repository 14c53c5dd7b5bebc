import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { Post } from '#web/posts/post-time.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, FormCard } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { isRefusal } from '#web/ui/problem/problem-kind.ts'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'

const usualDays = 30
const maxDays = 365

interface CardProps {
  readonly post: Post
}

/** Offers to publish the post again. This is rare, so the form is one click away. */
export function RecycleCard({ post }: CardProps) {
  const { recycling } = useMessages()
  const [isOpen, setOpen] = useState(post.recycle?.enabled === true)
  if (isOpen) return <RecycleForm post={post} />
  return (
    <Card
      title={recycling.title}
      lead={recycling.lead}
      actions={<Button onClick={() => setOpen(true)}>{recycling.open}</Button>}
    />
  )
}

/** Republishes the post at an interval of days, optionally with other texts. */
function RecycleForm({ post: { id, recycle, targets } }: CardProps) {
  const { recycling } = useMessages()
  const queries = useQueryClient()
  const isOn = recycle?.enabled === true
  const [days, setDays] = useState(recycle?.intervalDays ?? usualDays)
  const [variations, setVariations] = useState(recycle?.variations.join('\n\n') ?? '')
  const texts = variations
    .split(/\n\s*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const save = useMutation({
    mutationFn: ({ enabled, confirm }: { readonly enabled: boolean; readonly confirm: boolean }) =>
      api.configureRecycling({
        id,
        enabled,
        ...(enabled && { intervalDays: days, variations: texts, confirmWarnings: confirm }),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['post', id] }),
  })
  const mustConfirm = isRefusal(save.error, 'warnings_unconfirmed')
  const refusesRepeats = targets.some(({ network }) => network === 'x') && texts.length === 0
  return (
    <FormCard
      title={recycling.title}
      lead={isOn ? recycling.isOn(days) : recycling.lead}
      onSave={() => save.mutate({ enabled: true, confirm: mustConfirm })}
      actions={
        <>
          {isOn && (
            <Button isBusy={save.isPending} onClick={() => save.mutate({ enabled: false, confirm: false })}>
              {recycling.stop}
            </Button>
          )}
          <Button type="submit" variant={isOn ? 'plain' : 'primary'} isBusy={save.isPending}>
            {mustConfirm ? recycling.confirm : isOn ? recycling.change : recycling.start}
          </Button>
        </>
      }
    >
      <Field
        label={recycling.days}
        type="number"
        min={1}
        max={maxDays}
        required
        value={days}
        onChange={(event) => setDays(Number(event.target.value))}
      />
      <label className="grid gap-1.5">
        <span className="font-medium">{recycling.variations}</span>
        <textarea
          rows={3}
          value={variations}
          onChange={(event) => setVariations(event.target.value)}
          className={inputStyle}
        />
        <span className="text-ink-3 text-sm">{recycling.variationsHint}</span>
      </label>
      {refusesRepeats && <p className="text-held">{recycling.repeatsRefused}</p>}
      {save.error && <ProblemBanner error={save.error} />}
    </FormCard>
  )
}
