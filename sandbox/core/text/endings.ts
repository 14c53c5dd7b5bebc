/** Top-level domains that turn a bare word into a link: all country codes, and the generic ones in common use. */
const countries =
  'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw'

const general =
  'com org net edu gov mil int info biz name pro mobi tel travel jobs museum coop aero asia cat post app dev page blog shop store online site website web tech cloud digital design studio agency media news social space world life live today group team work works company business finance money bank fund capital consulting marketing email events photo photos photography pics gallery video tv film music art audio radio band fan games game play fun club community church charity foundation school academy university college education institute science health care clinic doctor dental fit yoga food restaurant cafe coffee pizza bar beer wine kitchen recipes garden house homes estate property rent build construction energy green eco solar auto car cars bike boats travel tours vacations flights hotel holiday city berlin wien london paris nyc tokyo amsterdam hamburg koeln swiss scot wales bayern quebec africa earth global international network systems software solutions services support help guide guru expert tips zone center directory link click top xyz one icu vip wiki chat email ink press pub review reviews report reisen gmbh ltd llc inc law legal tax insure career jobs moda fashion style shoes jewelry watch gift gifts toys kids baby pet dog love dating wedding party family'

/** Top-level domains in other scripts, and the two of German insurers. */
const otherLetters =
  '한국 香港 澳門 新加坡 台灣 台湾 中國 中国 გე ລາວ ไทย ලංකා ഭാരതം ಭಾರತ భారత్ சிங்கப்பூர் இலங்கை இந்தியா ଭାରତ ભારત ਭਾਰਤ ভাৰত ভারত বাংলা भारोत भारतम् भारत ڀارت پاکستان موريتانيا مليسيا مصر قطر فلسطين عمان عراق سورية سودان تونس بھارت بارت ایران امارات المغرب السعودية الجزائر البحرين الاردن հայ қаз укр срб рф мон мкд ею бел бг ευ ελ 삼성 닷컴 닷넷 香格里拉 餐厅 食品 飞利浦 電訊盈科 集团 通販 购物 谷歌 诺基亚 联通 网络 网站 网店 网址 组织机构 移动 珠宝 点看 游戏 淡马锡 机构 書籍 时尚 新闻 政府 政务 招聘 手表 手机 我爱你 慈善 微博 广东 工行 家電 娱乐 天主教 大拿 大众汽车 在线 嘉里大酒店 嘉里 商标 商店 商城 公益 公司 八卦 健康 信息 佛山 企业 中文网 中信 世界 ポイント ファッション セール ストア コム グーグル クラウド みんな คอม संगठन नेट कॉम همراه موقع موبايلي كوم كاثوليك عرب شبكة بيتك بازار العليان ارامكو اتصالات ابوظبي קום сайт рус орг онлайн москва ком католик дети vermögensberatung vermögensberater'

const known = new Set(`${countries} ${general}`.split(' '))
const others = otherLetters.split(' ').sort((one, other) => other.length - one.length)

/** Returns the top-level domain that a label begins with. Other letters may follow it. */
export function endingIn(label: string): string | null {
  const latin = /^[a-z0-9-]*(?![a-z0-9@+-])/i.exec(label)?.[0].toLowerCase() ?? ''
  if (known.has(latin)) return label.slice(0, latin.length)
  const lower = label.toLowerCase()
  const other = others.find((one) => lower.startsWith(one))
  return other === undefined || /[a-z0-9@+-]/i.test(label[other.length] ?? '') ? null : label.slice(0, other.length)
}
