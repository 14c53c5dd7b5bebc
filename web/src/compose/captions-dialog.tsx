import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { api } from '#web/app/api.ts'
import { useMessages } from '#web/i18n/index.ts'
import { formatDayAndTime } from '#web/lib/time.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { inputStyle } from '#web/ui/form/labelled.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { NetworkMark, networks } from '#web/ui/marks/network-mark.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type Account, type Draft, withOwn } from './draft/draft.ts'

interface CaptionsProps {
  readonly draft: Draft
  readonly targets: readonly Account[]
  readonly onChange: (changes: Partial<Draft>) => void
  readonly onClose: () => void
}

const tones = ['neutral', 'casual', 'professional', 'playful'] as const

/** Proposes a text for each network. Nothing changes until the author accepts a proposal, and each can be undone. */
export function CaptionsDialog({ draft, targets, onChange, onClose }: CaptionsProps) {
  const { captions: words, shell } = useMessages()
  const [tone, setTone] = useState<(typeof tones)[number]>('neutral')
  const [description, setDescription] = useState(draft.content)
  const ask = useMutation({
    mutationFn: () =>
      api.optimizeCaptions({
        description,
        platforms: [...new Set(targets.map(({ platform }) => platform))],
        tone,
        ...(draft.language && { language: draft.language }),
        ...(draft.link && { link: draft.link }),
      }),
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    ask.mutate()
  }
  const proposals = Object.values(ask.data?.captions ?? {})
  const takersOf = (network: Account['network']) => targets.filter((account) => account.network === network)
  const accept = (chosen: typeof proposals) => {
    const own = chosen.reduce(
      (before, { network, text }) =>
        takersOf(network).reduce((values, { id }) => withOwn(values, id, { content: text }), before),
      draft.own,
    )
    onChange({ own })
  }
  return (
    <Dialog title={words.title} lead={words.lead} isWide onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4">
        <label className="grid gap-1.5">
          <span className="font-medium">{words.about}</span>
          <textarea
            dir="auto"
            required
            value={description}
            onChange={(event) => setDescription(event.target.value)}
            className={`${inputStyle} field-sizing-content max-h-48 min-h-20 resize-none`}
          />
        </label>
        <div className="flex flex-wrap items-end justify-between gap-3">
          <SelectField
            label={words.tone}
            value={tone}
            options={words.tones}
            onChange={({ target }) => setTone(tones.find((one) => one === target.value) ?? 'neutral')}
          />
          <Button type="submit" variant="primary" isBusy={ask.isPending}>
            {proposals.length > 0 ? words.again : words.propose}
          </Button>
        </div>
      </form>
      {ask.error && <ProblemBanner error={ask.error} />}
      <ul className="grid gap-3">
        {proposals.map((proposal) => {
          const { network, text, characters, maxCharacters } = proposal
          const isTaken = takersOf(network).every(({ id }) => draft.own[id]?.content === text)
          return (
            <li key={network} className="grid gap-2 rounded-md border border-line p-3">
              <p className="flex items-center gap-2 text-sm">
                <NetworkMark network={network} />
                <span className="font-medium">{networks[network].name}</span>
                <span className="nums text-ink-3">{words.length(characters, maxCharacters)}</span>
              </p>
              <p dir="auto" className="whitespace-pre-wrap break-words">
                {text}
              </p>
              <div className="flex justify-end">
                <Button disabled={isTaken} onClick={() => accept([proposal])}>
                  {isTaken ? words.taken : words.accept}
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      <DialogActions>
        {ask.data && (
          <p className="flex-1 text-ink-3 text-sm">
            {words.writtenBy[ask.data.provider]}
            {ask.data.quota.limit !== null &&
              ` ${words.quota(ask.data.quota.limit - ask.data.quota.used, formatDayAndTime(ask.data.quota.resetsAt))}`}
          </p>
        )}
        {proposals.length > 1 && <Button onClick={() => accept(proposals)}>{words.acceptAll}</Button>}
        <Button variant="quiet" onClick={onClose}>
          {shell.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
