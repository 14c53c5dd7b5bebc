import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api } from '#web/app/api.ts'
import { accountsQuery } from '#web/app/queries.ts'
import { useMessages } from '#web/i18n/index.ts'
import { Icon } from '#web/icons/icon.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { networks } from '#web/ui/marks/network-mark.tsx'
import { tellFailure } from '#web/ui/toast.tsx'
import { nameOfAccount } from '../../accounts/names.ts'
import { useLimits } from '../../check/limits.ts'
import type { Account, DraftMedia } from '../../draft/draft.ts'
import type { ShownFiles } from '../shown-media.ts'
import type { MediaList } from '../use-media.ts'
import { AltTextPart } from './alt-text-part.tsx'
import { type Framed, frameIn, readFramed, turnFramed, writeView } from './frame-moves.ts'
import { FrameNumbers } from './frame-numbers.tsx'
import { FrameStage } from './frame-stage.tsx'
import { hasOwnFile, readOwnFile, type Shown, writeFile, writeOwnFile } from './own-file.ts'
import { listOffers, ratios } from './presets.ts'
import { ShapePart } from './shape-part.tsx'
import { useFileIssues } from './use-file-issues.ts'

interface EditProps {
  readonly profileId: string
  readonly list: MediaList
  readonly files: ShownFiles
  readonly file: DraftMedia
  readonly onClose: () => void
}

const everyone = ''

/** The part of an image that a post shows, and its alt text: for all accounts of the post, or for one. */
export function EditImageDialog({ profileId, list, files, file, onClose }: EditProps) {
  const { composeMedia, images: words, shell, verdicts, writing } = useMessages('images')
  const client = useQueryClient()
  const accounts = useQuery(accountsQuery(profileId)).data
  const limits = useLimits()
  const { post, part } = list
  const targets = useMemo(
    () => post.accountIds.flatMap((id) => accounts?.find((account) => account.id === id) ?? []),
    [post.accountIds, accounts],
  )
  const known = files.get(file.storagePath ?? '')
  const isVideo = file.isVideo || known?.isVideo === true
  const sides =
    known?.contentType.startsWith('image/') && known.animated === false && known.width && known.height
      ? { width: known.width, height: known.height }
      : null
  const [scope, setScope] = useState(everyone)
  const [altText, setAltText] = useState(file.altText)
  const inLibrary = known?.altText?.trim() ?? ''
  const [isSaved, setSaved] = useState(inLibrary === '')
  const [framed, setFramed] = useState<Framed | null>(() => sides && readFramed(sides, file.view, ratios))
  const [isTouched, setTouched] = useState(false)
  const view = sides && framed ? writeView(sides, framed) : file.view
  const next: Shown = { altText, view }
  const revised = writeFile(post, part, file.key, scope, next)
  const issues = useFileIssues({ draft: revised, profileId, accounts: accounts ?? [], file, part, accountId: scope })
  const frame = (changes: Framed) => {
    setTouched(true)
    setFramed(changes)
  }
  /** Applies what was changed here to another choice. Without changes, the values of that choice appear. */
  const choose = (id: string) => {
    setScope(id)
    if (isTouched) return
    const { view, altText } = (id === everyone ? null : readOwnFile(post, id, file.key)) ?? file
    if (sides) setFramed(readFramed(sides, view, ratios))
    setAltText(altText)
  }
  const apply = () => {
    list.update((before) => writeFile(before, part, file.key, scope, next))
    const text = altText.trim()
    if (known && isSaved && text !== '' && text !== inLibrary)
      api
        .updateMedia({ id: known.id, altText: text })
        .then(() => client.invalidateQueries({ queryKey: ['media'] }))
        .catch((error: Error) => tellFailure(words.notSaved, error))
    onClose()
  }
  const share = () => {
    list.update((before) => writeOwnFile(before, scope, file.key, null))
    onClose()
  }
  const owners = part === null ? targets.filter(({ id }) => readOwnFile(post, id, file.key)) : []
  const customized = owners.filter(({ id }) => hasOwnFile(post, id, file.key))
  const isOwn = scope !== everyone && hasOwnFile(post, scope, file.key)
  return (
    <Dialog title={isVideo ? composeMedia.editVideo : composeMedia.editImage} isWide onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5 sm:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid content-start gap-3 max-sm:contents">
          {sides && framed ? (
            <>
              <FrameStage
                url={known?.url ?? file.shownAt}
                file={sides}
                framed={framed}
                onFrame={(changed) => frame({ ...framed, frame: changed })}
              />
              <FrameNumbers file={sides} framed={framed} onFrame={(changed) => frame({ ...framed, frame: changed })} />
              <Button className="justify-self-start" onClick={() => frame(turnFramed(sides, framed))}>
                <Icon name="refresh" className="size-4" />
                {words.rotate}
              </Button>
              <output className="sr-only">{words.pixels(framed.frame.width, framed.frame.height)}</output>
            </>
          ) : (
            <>
              <div className="grid justify-items-center rounded-md bg-sunken p-4">
                {isVideo ? (
                  <video
                    src={known?.url ?? file.shownAt}
                    poster={known?.posterUrl ?? undefined}
                    controls
                    muted
                    className="max-h-88"
                  />
                ) : (
                  <img src={known?.url ?? file.shownAt} alt={altText} className="max-h-88" />
                )}
              </div>
              <p className="text-ink-2">{isVideo ? words.noVideo : words.noAnimation}</p>
            </>
          )}
          {issues.length > 0 && (
            <div role="alert" className="rounded-md bg-failed/8 p-3 text-failed">
              <ul aria-label={words.refused} className="grid gap-1">
                {issues.map(({ network, issue }) => (
                  <li key={`${network} ${issue.message}`}>
                    {network ? writing.on(networks[network].name, verdicts.issue(issue)) : verdicts.issue(issue)}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
        <div className="grid content-start gap-4">
          {owners.length > 1 && (
            <SelectField
              label={words.appliesTo}
              value={scope}
              options={{
                [everyone]: words.allAccounts,
                ...Object.fromEntries(owners.map((account) => [account.id, writing.onlyThis(nameOfAccount(account))])),
              }}
              hint={
                scope === everyone && customized.length > 0
                  ? words.customized(customized.map(nameOfAccount).join(', '))
                  : undefined
              }
              onChange={({ target }) => choose(target.value)}
            />
          )}
          {sides && framed && (
            <ShapePart
              file={sides}
              framed={framed}
              offers={listOffers(post, scopeTargets(targets, scope), limits)}
              onChange={frame}
            />
          )}
          <AltTextPart
            draft={post}
            targets={scopeTargets(targets, scope)}
            limits={limits}
            value={altText}
            onChange={(text) => {
              setTouched(true)
              setAltText(text)
            }}
            inLibrary={inLibrary}
            isSaved={isSaved}
            onSaved={setSaved}
          />
        </div>
      </div>
      <DialogActions>
        <span className="me-auto flex flex-wrap gap-2">
          {sides && (
            <Button
              variant="quiet"
              onClick={() =>
                frame({
                  rotate: 0,
                  fit: 'crop',
                  ground: framed?.ground ?? '#ffffff',
                  ratio: null,
                  frame: frameIn(sides, null, 'crop'),
                })
              }
            >
              {words.reset}
            </Button>
          )}
          {isOwn && (
            <Button variant="quiet" onClick={share}>
              {words.useShared}
            </Button>
          )}
        </span>
        <Button variant="quiet" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button variant="primary" onClick={apply}>
          {words.apply}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const scopeTargets = (targets: readonly Account[], scope: string): readonly Account[] =>
  scope === everyone ? targets : targets.filter(({ id }) => id === scope)
