import { queryClient } from '#web/app/queries.ts'
import { startUpload } from '#web/compose/media/uploads.ts'

/** Returns a function that sends files to the library of a brand, a few at a time. */
export const useSendFiles =
  (profileId: string): ((files: Iterable<File>) => void) =>
  (files) => {
    for (const file of files) {
      startUpload({
        key: crypto.randomUUID(),
        file,
        profileId,
        onDone: () => void queryClient.invalidateQueries({ queryKey: ['media'] }),
      })
    }
  }
