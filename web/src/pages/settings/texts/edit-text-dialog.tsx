import type { Input } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import type { SavedText } from '#web/posts/texts-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'

type Kind = SavedText['kind']
type Network = keyof typeof networks
/** The kinds that are written here. Templates are made from posts. */
const written = ['snippet', 'hashtags', 'signature', 'first_comment'] as const satisfies readonly Kind[]
const longest = 10_000

interface EditProps {
  readonly profileId: string
  /** Null to create one. */
  readonly text: SavedText | null
  readonly onClose: () => void
}

/** Creates or changes a saved text, with other words for single networks. */
export function EditTextDialog({ profileId, text, onClose }: EditProps) {
  const { texts: words, shell } = useMessages()
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const [kind, setKind] = useState<Kind>(text?.kind ?? 'snippet')
  const [name, setName] = useState(text?.name ?? '')
  const [content, setContent] = useState(text?.content ?? text?.post?.content ?? '')
  const [own, setOwn] = useState<Readonly<Partial<Record<Network, string>>>>(text?.networkTexts ?? {})
  const [auto, setAuto] = useState<SavedText['auto']>(text?.auto ?? 'never')
  const isTemplate = kind === 'template'
  const save = useMutation({
    mutationFn: () => {
      const filled = Object.fromEntries(Object.entries(own).filter(([, one]) => one.trim() !== ''))
      const forNew = kind === 'signature' && Object.keys(filled).length === 0 ? auto : 'never'
      const fields = { name: name.trim(), content, networkTexts: filled, auto: forNew }
      if (text === null) return api.createSavedText({ profileId, kind: kind as Exclude<Kind, 'template'>, ...fields })
      if (!isTemplate || text.post === null) return api.updateSavedText({ id: text.id, ...fields }, versionOf(text))
      const post = { ...text.post, content } as NonNullable<Input<'updateSavedText'>['post']>
      return api.updateSavedText({ id: text.id, name: fields.name, post }, versionOf(text))
    },
    onSuccess: async () => {
      onClose()
      queries.removeQueries({ queryKey: ['signature'] })
      await queries.invalidateQueries({ queryKey: ['texts'] })
    },
  })
  const used = [...new Set([...accounts.map(({ network }) => network), ...(Object.keys(own) as Network[])])]
  const open = used.filter((network) => own[network] !== undefined)
  const closed = used.filter((network) => own[network] === undefined)
  return (
    <Dialog title={text === null ? words.new : words.editTitle} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        {text === null && (
          <SelectField
            label={words.kind}
            hint={words.places[kind]}
            value={kind}
            onChange={({ target }) => setKind(target.value as Kind)}
            options={Object.fromEntries(written.map((one) => [one, words.kinds[one]]))}
          />
        )}
        <Field
          label={words.name}
          required
          maxLength={100}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        <TextArea
          label={words.text}
          hint={words.variables('{date}, {weekday}, {account}, {link}')}
          required={!isTemplate}
          dir="auto"
          maxLength={longest}
          value={content}
          onChange={({ target }) => setContent(target.value)}
          error={faultOf(save.error, '/content')}
        />
        {!isTemplate &&
          open.map((network) => (
            <TextArea
              key={network}
              label={words.textFor(networks[network].name)}
              hint={words.emptyIsSame}
              dir="auto"
              maxLength={longest}
              value={own[network] ?? ''}
              onChange={({ target }) => setOwn({ ...own, [network]: target.value })}
              error={faultOf(save.error, `/networkTexts/${network}`)}
            />
          ))}
        {!isTemplate && closed.length > 0 && !(kind === 'signature' && auto !== 'never') && (
          <fieldset className="flex min-w-0 flex-wrap gap-2">
            <legend className="mb-1.5 font-medium text-sm">{words.otherwiseOn}</legend>
            {closed.map((network) => (
              <Button key={network} isSmall onClick={() => setOwn({ ...own, [network]: content })}>
                {networks[network].name}
              </Button>
            ))}
          </fieldset>
        )}
        {kind === 'signature' && open.length === 0 && (
          <SelectField
            label={words.auto}
            hint={faultOf(save.error, '/auto') ?? (auto !== 'never' && words.autoHints[auto])}
            value={auto}
            onChange={({ target }) => setAuto(target.value as SavedText['auto'])}
            options={words.autos}
          />
        )}
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

/** Returns the option that refuses a change of a text that someone else has changed in the meantime. */
const versionOf = ({ version }: SavedText) => ({ ifMatch: `"${version}"` })
