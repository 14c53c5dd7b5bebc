import type { TemplateParts } from '../../template.ts'

/** Mails with numbers, in German. The HTML shows the image `chart`. */
export const germanReportTemplates = {
  'weekly-report': {
    subject: '{{profile}}: die Woche vom {{from}} bis {{to}}',
    text: `Hallo {{name}},

das war die Woche von „{{profile}}“, vom {{from}} bis {{to}}, neben der Woche davor:

Veröffentlichte Beiträge: {{posts}}
Aufrufe: {{views}}
Likes: {{likes}}
Kommentare: {{comments}}
Geteilt: {{shares}}

Der Beitrag mit den meisten Reaktionen:

{{best}}

Der beste Tag hatte {{peak}} Likes, Kommentare und geteilte Beiträge.

Mehr Zahlen: {{url}}

Diesen Bericht abbestellen: {{unsubscribeUrl}}
`,
    html: `<p>Hallo {{name}},</p>
<p>das war die Woche von „{{profile}}“, vom {{from}} bis {{to}}, neben der Woche davor:</p>
<table>
<tr><td>Veröffentlichte Beiträge</td><td>{{posts}}</td></tr>
<tr><td>Aufrufe</td><td>{{views}}</td></tr>
<tr><td>Likes</td><td>{{likes}}</td></tr>
<tr><td>Kommentare</td><td>{{comments}}</td></tr>
<tr><td>Geteilt</td><td>{{shares}}</td></tr>
</table>
<p><img src="cid:chart" width="560" height="180" alt="Likes, Kommentare und geteilte Beiträge an jedem Tag, Montag bis Sonntag"></p>
<p>Likes, Kommentare und geteilte Beiträge, Montag bis Sonntag; der beste Tag hatte {{peak}}.</p>
<p>Der Beitrag mit den meisten Reaktionen:</p>
<blockquote>{{best}}</blockquote>
<p><a href="{{url}}">Mehr Zahlen</a> · <a href="{{unsubscribeUrl}}">Diesen Bericht abbestellen</a></p>
`,
  },
} as const satisfies Readonly<Record<string, TemplateParts>>
