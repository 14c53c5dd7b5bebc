import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/app/api.ts'
import { accountsQuery, membersQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextArea } from '#web/ui/form/text-area.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { faultOf, ProblemBanner } from '#web/ui/problem-banner.tsx'
import { Rehearsal } from './rehearsal.tsx'
import type { Rule, Wanted } from './rules-query.ts'

interface DialogProps {
  readonly profileId: string
  /** Null to create one. */
  readonly rule: Rule | null
  /** True to try the rule when the dialog opens. */
  readonly triesAtOnce: boolean
  readonly onClose: () => void
}

const snoozes = [1, 3, 8, 24, 48, 72, 168] as const

/** Creates or changes a rule. One that is off is tried on the last 30 days before it is turned on. */
export function RuleDialog({ profileId, rule, triesAtOnce, onClose }: DialogProps) {
  const { inboxRules: words, shell } = useMessages('inboxRules')
  const queries = useQueryClient()
  const accounts = useQuery(accountsQuery(profileId)).data ?? []
  const members = useQuery(membersQuery(profileId)).data ?? []
  const [name, setName] = useState(rule?.name ?? '')
  const [wanted, setWanted] = useState<Wanted>(() => wantedBy(rule))
  const [typed, setTyped] = useState(rule?.conditions.words.join('\n') ?? '')
  const { conditions, actions } = wanted
  const on = (changed: Partial<Wanted['conditions']>) =>
    setWanted({ ...wanted, conditions: { ...conditions, ...changed } })
  const act = (changed: Partial<Wanted['actions']>) => setWanted({ ...wanted, actions: { ...actions, ...changed } })
  const tried = useMutation({
    mutationFn: (of: Wanted) => api.rehearseInboxRule({ profileId, ...of, limit: 20 }),
  })
  const isTried = tried.isSuccess && JSON.stringify(tried.variables) === JSON.stringify(wanted)
  const save = useMutation({
    mutationFn: ({ isOn }: { readonly isOn: boolean }) =>
      rule
        ? api.updateInboxRule({ id: rule.id, name, isOn, ...wanted }, { ifMatch: `"${rule.version}"` })
        : api.createInboxRule({ profileId, name, isOn, ...wanted }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries({ queryKey: ['inbox-rules'] })
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => {
    if (triesAtOnce) tried.mutate(wanted)
  }, [])
  const isOn = rule?.isOn ?? false
  const isFit = Boolean(actions.assigneeUid || actions.state)
  const networksHere = [...new Set(accounts.map(({ network }) => network))]
  return (
    <Dialog title={rule ? words.editTitle : words.newTitle} onClose={onClose}>
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOn && !isTried) tried.mutate(wanted)
          else save.mutate({ isOn: true })
        }}
      >
        <Field
          label={words.name}
          hint={words.nameHint}
          required
          maxLength={80}
          dir="auto"
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={faultOf(save.error, '/name')}
        />
        <fieldset className="grid min-w-0 gap-4">
          <legend className="mb-3 font-semibold">{words.when}</legend>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={words.network}
              value={conditions.platform ?? ''}
              onChange={({ target }) => on({ platform: (target.value || null) as Wanted['conditions']['platform'] })}
              options={{
                '': words.anyNetwork,
                ...Object.fromEntries(networksHere.map((one) => [one, networks[one].name])),
              }}
            />
            <SelectField
              label={words.kind}
              value={conditions.kind ?? ''}
              onChange={({ target }) => on({ kind: (target.value || null) as Wanted['conditions']['kind'] })}
              options={{ '': words.anyKind, ...words.kinds }}
            />
          </div>
          {accounts.length > 1 && (
            <SelectField
              label={words.account}
              hint={faultOf(save.error ?? tried.error, '/conditions/accountId')}
              value={conditions.accountId ?? ''}
              onChange={({ target }) => on({ accountId: target.value || null })}
              options={{
                '': words.anyAccount,
                ...Object.fromEntries(
                  accounts.map(({ id, network, displayName, handle }) => [
                    id,
                    `${networks[network].name} · ${displayName ?? handle}`,
                  ]),
                ),
              }}
            />
          )}
          <TextArea
            label={words.words}
            hint={words.wordsHint}
            dir="auto"
            maxLength={2_000}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              on({ words: target.value.split('\n').flatMap((line) => line.trim() || []) })
            }}
            error={faultOf(save.error ?? tried.error, '/conditions/words')}
          />
          <div className="grid gap-1">
            <Check label={words.hasLink} isOn={conditions.hasLink ?? false} onTurn={(hasLink) => on({ hasLink })} />
            <Check
              label={words.isNewSender}
              isOn={conditions.isNewSender ?? false}
              onTurn={(isNewSender) => on({ isNewSender })}
            />
          </div>
        </fieldset>
        <fieldset className="grid min-w-0 gap-4">
          <legend className="mb-3 font-semibold">{words.then}</legend>
          <SelectField
            label={words.assign}
            hint={faultOf(save.error ?? tried.error, '/actions/assigneeUid')}
            value={actions.assigneeUid ?? ''}
            onChange={({ target }) => act({ assigneeUid: target.value || null })}
            options={{
              '': words.noAssignee,
              ...Object.fromEntries(members.map((one) => [one.uid, one.name])),
              // A member who has left stays visible until another one is chosen.
              ...(actions.assigneeUid &&
                !members.some(({ uid }) => uid === actions.assigneeUid) && { [actions.assigneeUid]: words.someone }),
            }}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              label={words.state}
              value={actions.state ?? ''}
              onChange={({ target }) => {
                const state = (target.value || null) as Wanted['actions']['state']
                act({ state, snoozeHours: state === 'snoozed' ? 24 : null })
              }}
              options={words.states}
            />
            {actions.state === 'snoozed' && (
              <SelectField
                label={words.snooze}
                value={String(actions.snoozeHours ?? 24)}
                onChange={({ target }) => act({ snoozeHours: Number(target.value) })}
                options={Object.fromEntries(
                  [...new Set([...snoozes, actions.snoozeHours ?? 24])]
                    .sort((a, b) => a - b)
                    .map((hours) => [String(hours), words.hours(hours)]),
                )}
              />
            )}
          </div>
          {actions.state && actions.state !== 'open' && <p className="-mt-2 text-ink-3 text-sm">{words.stateHint}</p>}
          {!isFit && <p className="text-ink-3 text-sm">{words.nothingToDo}</p>}
        </fieldset>
        {isTried && (
          <Rehearsal profileId={profileId} rehearsed={tried.data} snoozeHours={actions.snoozeHours ?? null} />
        )}
        {tried.error && <ProblemBanner error={tried.error} />}
        {save.error && <ProblemBanner error={save.error} />}
        <DialogActions>
          <Button variant="quiet" onClick={onClose}>
            {shell.cancel}
          </Button>
          {isOn ? (
            <Button isBusy={tried.isPending} disabled={!isFit} onClick={() => tried.mutate(wanted)}>
              {words.rehearse}
            </Button>
          ) : (
            <Button
              isBusy={save.isPending && !save.variables.isOn}
              disabled={!isFit || name.trim() === ''}
              onClick={() => save.mutate({ isOn: false })}
            >
              {words.saveOff}
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            disabled={!isFit}
            isBusy={tried.isPending || (save.isPending && save.variables.isOn)}
          >
            {isOn ? shell.save : isTried ? words.saveOn : words.rehearse}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

/** The conditions and actions of a rule, as the service takes them. */
const wantedBy = (rule: Rule | null): Wanted => {
  const { network = null, accountId = null, kind = null, words = [], hasLink = false } = rule?.conditions ?? {}
  const isNewSender = rule?.conditions.isNewSender ?? false
  const { assigneeUid = null, state = null, snoozeHours = null } = rule?.actions ?? {}
  return {
    conditions: { platform: network, accountId, kind, words: [...words], hasLink, isNewSender },
    actions: { assigneeUid, state, snoozeHours },
  }
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onTurn: (isOn: boolean) => void
}

const Check = ({ label, isOn, onTurn }: CheckProps) => (
  <label className="flex min-h-8 cursor-pointer items-start gap-2.5 py-1">
    <input type="checkbox" className="mt-1" checked={isOn} onChange={({ target }) => onTurn(target.checked)} />
    {label}
  </label>
)
