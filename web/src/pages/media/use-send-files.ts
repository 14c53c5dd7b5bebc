import { queryClient } from '#web/app/queries.ts'
import { startUpload } from '#web/compose/media/uploads.ts'
import { randomKey } from '#web/lib/browser/random-key.ts'

/** Returns a function that sends files to the library of a brand, a few at a time. */
export const useSendFiles =
  (profileId: string): ((files: Iterable<File>) => void) =>
  (files) => {
    for (const file of files) {
      startUpload({
        key: randomKey(),
        file,
        profileId,
        onDone: () => void queryClient.invalidateQueries({ queryKey: ['media'] }),
      })
    }
  }
