import type { AiSettings } from '#infra/config/config.ts'
import { OutboundFailure } from '#infra/outbound/failure.ts'
import type { CaptionDeps } from '../deps.ts'

/** Asks the AI provider for its models, which costs nothing and needs the key. */
export async function probeModel(
  { outbound }: Pick<CaptionDeps, 'outbound'>,
  { baseUrl, apiKey, timeoutMs }: AiSettings,
): Promise<{ readonly ok: boolean; readonly detail: string }> {
  try {
    const { status } = await outbound.request({
      url: `${baseUrl}/models`,
      headers: { accept: 'application/json', ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }) },
      timeoutMs,
      maxBytes: 4 * 1024 * 1024,
    })
    if (status === 200) return { ok: true, detail: 'The AI provider accepted the key.' }
    if (status === 401 || status === 403)
      return { ok: false, detail: `The AI provider rejected the key (${status}). Check AI_API_KEY.` }
    return { ok: false, detail: `The AI provider returned ${status} for its list of models. Check AI_BASE_URL.` }
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error
    return { ok: false, detail: `The AI provider cannot be reached: ${error.message}` }
  }
}
