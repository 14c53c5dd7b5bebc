import { isTopLevelDomain } from './top-level-domains.ts'

/** The domains that make a link on X and on Mastodon, which both use the rules that X published. */

/** The maximum length of a domain label, as sent to name servers. */
const maxLabel = 63

// Characters that a host label may contain: no whitespace, punctuation or invisible characters.
const sign = '[^\\s\\p{C}!-\\/:-@\\[-`{-~]'
const label = `${sign}(?:(?:${sign}|[-_]){0,61}${sign})?`
/** Matches a scheme and the host after it, which may be longer than its domain. */
export const hosts = new RegExp(`(?<![A-Za-z0-9@＠$#＃\\ufeff])https?:\\/\\/(${label}(?:\\.${label}){1,40})`, 'giu')

const latin = '[a-z0-9\\-À-ÖØ-öø-ɏɓɔɖɗəɛɣɨɯɲʉʋʻ\\u0300-\\u036fḀ-ỿ]'
const before = '(?<![a-z0-9À-ÖØ-öø-ɏ\\u0300-\\u036f@$#\\ufeff\\-_/])(?<!(?:^|[\\0-\\x7f])\\.)'
/** The endings in other scripts, longest first, so that the complete ending matches. */
const beyondAscii =
  'vermögensberatung|vermögensberater|சிங்கப்பூர்|موريتانيا|السعودية|இந்தியா|پاکستان|الجزائر|البحرين|موبايلي|كاثوليك|العليان|اتصالات|католик|இலங்கை|भारतम्|مليسيا|فلسطين|امارات|المغرب|الاردن|ファッション|ارامكو|ابوظبي|онлайн|москва|ഭാരതം|భారత్|বাংলা|भारोत|سورية|سودان|بھارت|ایران|嘉里大酒店|संगठन|همراه|بازار|ලංකා|ಭಾರತ|ଭାରତ|ભારત|ਭਾਰਤ|ভাৰত|ভারত|भारत|ڀارت|عمان|عراق|تونس|بارت|香格里拉|電訊盈科|组织机构|大众汽车|ポイント|グーグル|クラウド|موقع|شبكة|بيتك|сайт|дети|新加坡|ລາວ|ไทย|مصر|قطر|հայ|қаз|укр|срб|мон|мкд|бел|飞利浦|诺基亚|淡马锡|我爱你|天主教|中文网|セール|ストア|みんな|คอม|नेट|कॉम|كوم|عرب|קום|рус|орг|ком|한국|香港|澳門|台灣|台湾|中國|中国|გე|рф|ею|бг|ευ|ελ|삼성|닷컴|닷넷|餐厅|食品|集团|通販|购物|谷歌|联通|网络|网站|网店|网址|移动|珠宝|点看|游戏|机构|書籍|时尚|新闻|政府|政务|招聘|手表|手机|慈善|微博|广东|工行|家電|娱乐|大拿|在线|嘉里|商标|商店|商城|公益|公司|八卦|健康|信息|佛山|企业|中信|世界|コム'
const more = `(?:\\.${latin}{1,63})`
/** Matches a possible domain without a scheme: in Latin letters, apart from its ending. */
export const bareHosts = new RegExp(
  `${before}(?!-)${latin}{1,63}(?:${more}{1,40}(?:\\.(?:${beyondAscii}))?|\\.(?:${beyondAscii}))`,
  'giu',
)
const ending = new RegExp(`^(?:xn--[a-z0-9-]{1,59}|${beyondAscii}|[a-z]{2,63})`, 'iu')

/** Returns the length of the longest beginning that ends in a top-level domain; 0 if there is none. */
export function domainLength(host: string, next: string | undefined): number {
  const labels = host.split('.')
  for (let count = labels.length; count > 1; count -= 1) {
    const before = labels.slice(0, count - 1)
    const name = before.at(-1) ?? ''
    const last = labels[count - 1] ?? ''
    const after = count < labels.length ? '.' : next
    const ending = endingOf(last, after)
    if (ending === null || name === '' || name.includes('_') || name.startsWith('-') || name.endsWith('-')) continue
    return before.join('.').length + 1 + ending.length
  }
  return 0
}

/** Returns the known ending, unless a following character would belong to it. */
function endingOf(last: string, after: string | undefined): string | null {
  const written = ending.exec(last)?.[0]
  if (written === undefined) return null
  const next = last[written.length] ?? after ?? ''
  if (/[0-9a-z@+-]/i.test(next)) return null
  return /^xn--|[^a-z]/i.test(written) || isTopLevelDomain(written) ? written : null
}

/** True unless the name, as name servers write it, is malformed or has a label that is too long. */
export function isDomain(host: string): boolean {
  if (/^[\w.-]*$/.test(host)) return true
  const url = `http://${host}`
  return URL.canParse(url) && new URL(url).hostname.split('.').every((one) => one.length <= maxLabel)
}

export function matchFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(text)
}

export function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
