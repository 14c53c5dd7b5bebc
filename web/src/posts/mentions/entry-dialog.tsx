import type { Item } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mentionNetworks } from '#rules/mentions.ts'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { type NetworkName, networks } from '#web/ui/marks/network-mark.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

export type Entry = Item<'listMentionBook', 'entries'>

interface EntryProps {
  readonly profileId: string
  /** Null to add one. */
  readonly entry: Entry | null
  /** The name of a new one. */
  readonly name?: string
  readonly onClose: () => void
  readonly onSaved: (entry: Entry) => void
}

/** Examples of handles that differ from the usual form. */
const examples: Readonly<Partial<Record<NetworkName, string>>> = {
  bluesky: '@harbour.bsky.social',
  mastodon: '@harbour@mastodon.social',
  linkedin: 'urn:li:organization:2414183',
}

/** Adds a person or company to the book, or changes it: a handle for each network, those of the brand’s accounts first. */
export function EntryDialog({ profileId, entry, name: given = '', onClose, onSaved }: EntryProps) {
  const { mentions: words, shell } = useMessages('mentions')
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const [name, setName] = useState(entry?.name ?? given)
  const [handles, setHandles] = useState<Readonly<Partial<Record<NetworkName, string>>>>(entry?.handles ?? {})
  const isUsed = (network: NetworkName) => accounts.some((account) => account.network === network)
  const shown = [...mentionNetworks].sort((a, b) => Number(isUsed(b)) - Number(isUsed(a)))
  const save = useMutation({
    mutationFn: () => {
      const filled = Object.fromEntries(Object.entries(handles).filter(([, handle]) => handle.trim() !== ''))
      const fields = { name: name.trim(), handles: filled }
      return entry === null
        ? api.createMentionEntry({ profileId, ...fields })
        : api.updateMentionEntry({ id: entry.id, ...fields }, { ifMatch: `"${entry.version}"` })
    },
    onSuccess: async (saved) => {
      onSaved(saved)
      await queries.invalidateQueries({ queryKey: ['mentions'] })
    },
  })
  return (
    <Dialog title={entry === null ? words.new : words.editTitle} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          save.mutate()
        }}
      >
        <Field
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        {shown.map((network) => (
          <Field
            key={network}
            label={network === 'linkedin' ? words.urnOn('LinkedIn') : words.handleOn(networks[network].name)}
            placeholder={examples[network] ?? '@harbour'}
            maxLength={310}
            dir="ltr"
            autoCapitalize="none"
            spellCheck={false}
            value={handles[network] ?? ''}
            onChange={({ target }) => setHandles({ ...handles, [network]: target.value })}
            error={faultOf(save.error, `/handles/${network}`) ?? undefined}
          />
        ))}
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
