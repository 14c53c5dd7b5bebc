import { useQuery } from '@tanstack/react-query'
import { useMessages } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { FileField } from '#web/ui/form/file-field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { ProblemBanner } from '#web/ui/problem-banner.tsx'
import { type AccountOptionsProps, optionsQuery, playlistsOf } from './account-options.ts'
import { nameLanguages } from './name-languages.ts'

interface Captions {
  readonly language: string
  readonly text: string
}

/** The options of a YouTube video: the required ones, a playlist of the channel, and captions from a file. */
export function YoutubeOptions({ account, settings, onSet }: AccountOptionsProps) {
  const { options: words } = useMessages()
  const options = useQuery(optionsQuery(account.id))
  const usual = account.settings as { readonly madeForKids?: boolean; readonly playlistId?: string }
  const madeForKids = settings.madeForKids ?? usual.madeForKids
  const captions = settings.captions as Captions | undefined
  const language = captions?.language ?? 'en'
  const playlists = playlistsOf(options.data)
  return (
    <div className="grid gap-3.5">
      <SelectField
        data-field="madeForKids"
        label={words.settings.madeForKids}
        value={madeForKids === undefined ? '' : String(madeForKids)}
        options={{ '': words.choose, true: words.yes, false: words.no }}
        onChange={({ target }) => onSet({ madeForKids: target.value === '' ? undefined : target.value === 'true' })}
      />
      {options.error ? (
        <ProblemBanner error={options.error} onRetry={() => void options.refetch()} />
      ) : (
        <SelectField
          data-field="playlistId"
          label={words.playlist}
          value={String(settings.playlistId ?? usual.playlistId ?? '')}
          options={{ '': words.noPlaylist, ...Object.fromEntries(playlists.map(({ id, title }) => [id, title])) }}
          onChange={({ target }) => onSet({ playlistId: target.value || undefined })}
        />
      )}
      {captions ? (
        <>
          <SelectField
            label={words.captionLanguage}
            value={language}
            options={nameLanguages(language)}
            onChange={({ target }) => onSet({ captions: { ...captions, language: target.value } })}
          />
          <div className="self-end">
            <Button variant="quiet" onClick={() => onSet({ captions: undefined })}>
              {words.remove(words.captionFile)}
            </Button>
          </div>
        </>
      ) : (
        <FileField
          label={words.captionFile}
          accept=".srt,.vtt"
          onChange={async (file) => {
            const text = await file?.text()
            if (text) onSet({ captions: { language, text } })
          }}
        />
      )}
    </div>
  )
}
