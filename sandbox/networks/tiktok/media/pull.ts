import { fetchOwn, isOwn } from '../../../core/http/fetch-own.ts'
import { arrive, fail } from '../posts/jobs.ts'
import type { Platform } from '../state/platform.ts'
import type { File, Job } from '../state/records.ts'
import { invalid, no } from '../wire/envelope.ts'
import { inspectFile } from './files.ts'

/** Rejects URLs outside the domains and prefixes that the app has verified. */
export function checkUrls(platform: Platform, urls: readonly string[]): void {
  for (const url of urls) {
    if (!URL.canParse(url)) invalid(platform, 'The URL is malformed.')
    if (!isVerified(platform, url)) no(platform, 403, 'url_ownership_unverified')
  }
}

/** True for an https URL of a verified prefix. This machine, which represents the app's own server, may use http. */
function isVerified({ rules }: Platform, url: string): boolean {
  const { protocol, host } = new URL(url)
  if (protocol !== 'https:' && !isOwn(url)) return false
  if (rules.verifiedUrls.length === 0) return isOwn(url)
  return rules.verifiedUrls.some((one) => (one.includes('://') ? url.startsWith(one) : one === host))
}

/** Starts fetching the files in the background. The caller does not wait for it. */
export function pull(platform: Platform, job: Job, urls: readonly string[]): void {
  const kind = job.kind === 'photo' ? 'image' : 'video'
  const begin = async () => {
    const files: File[] = []
    for (const url of urls) {
      const received = await fetchOwn(url)
      if (received === null) return fail(job, `${job.kind}_pull_failed`)
      job.downloadedBytes += received.size
      files.push(inspectFile(platform, kind, received))
    }
    arrive(platform, job, files, job.atMs + platform.rules.processingMs + job.slowerMs)
  }
  void begin()
}
