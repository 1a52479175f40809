import { login, verifyOtp } from "#contract/auth.ts";
import { memberNumberField } from "#contract/identity.ts";
import { agreedFields, signUp, forgotPassword, setPassword, updatePassword } from "#contract/signUp.ts";
import { callBank, newClient } from "#test/client/bankClient.ts";
import { sandboxClient } from "#test/client/sandboxClient.ts";
const [url = "", box = "", demo = ""] = process.argv.slice(2);
const sandbox = sandboxClient(box);
const MOBILE = "+639995551100";
const BAD = ["Amihan Salonga","AmihanSalonga1","salonga1997","Salonga@97!","agnolas#1997","LopezSalonga","14031997ab","19970314!!","202600021019","09995551100","9995551100a","password123!","P@ssw0rd!!","qwerty12345","aaaaaaaaaa","12345678","iloveyou2!","Amihan#Lopez9","ami.han.salonga","amihan.sal24","42las.nahima","Amihan-1997-03","philippines1","bulaklak123","S@long@1997","tarlaccity1x"];
const GOOD = ["a long walk to Baguio", "Kape sa umaga 88 trip"];
const say = (a: {httpStatus:number; body:{code?:string; errors?:{param:string;msg:string}[]}}) => `${a.httpStatus} ${a.body.code ?? ""} ${(a.body.errors??[]).map(e=>e.param).join()}`;
let bad = 0;
const form = (password: string) => ({ [memberNumberField]: "0001202600021019", username: "amihan.sal24", password, confirm_password: password, ...agreedFields });
for (const p of BAD) { const a = await callBank(newClient(url), signUp, { body: form(p) }); const ok = a.httpStatus === 422 && a.body.errors?.some(e=>/password/.test(e.param)); if (!ok) { bad++; console.log("SIGNUP LET", p, say(a)); } }
const c = newClient(url);
const code = await sandbox.codeAfter(MOBILE, async () => { const a = await callBank(c, signUp, { body: form(GOOD[0]!) }); console.log("good", say(a)); Object.assign(c, { sent: a.body.result }); });
const sent = (c as unknown as {sent:{guid:string;pinId:string}}).sent;
let a = await callBank(c, verifyOtp, { body: { memberGuid: sent.guid, pinId: sent.pinId, pin: code } }); console.log("verify", say(a));
// recovery
const r = newClient(url); let rs: any;
const rc = await sandbox.codeAfter(MOBILE, async () => { const x = await callBank(r, forgotPassword, { body: { identifier: "amihan.sal24" } }); rs = x.body.result; console.log("forgot", say(x)); });
a = await callBank(r, verifyOtp, { body: { memberGuid: rs.guid, pinId: rs.pinId, pin: rc } }); console.log("verify", say(a));
for (const p of BAD) { const x = await callBank(r, setPassword, { body: { memberGuid: rs.guid, new_password: p, confirm_password: p } }); const ok = x.httpStatus === 422 && x.body.errors?.some(e=>/password/.test(e.param)); if (!ok) { bad++; console.log("RESET LET", p, say(x)); } }
const last = await callBank(r, setPassword, { body: { memberGuid: rs.guid, new_password: GOOD[1]!, confirm_password: GOOD[1]! } }); console.log("reset good", say(last));
// signed in
const s = newClient(url);
let ls: any; const lc = await sandbox.codeAfter(MOBILE, async () => { const x = await callBank(s, login, { body: { username: "amihan.sal24", password: GOOD[1]! } }); ls = x.body.result; console.log("login", say(x)); });
const v = await callBank(s, verifyOtp, { body: { memberGuid: ls.guid, pinId: ls.pinId, pin: lc } }); console.log("verify", say(v)); s.token = (v.body.result as any).token; const guid = (v.body.result as any).guid;
for (const p of BAD) { const x = await callBank(s, updatePassword, { body: { memberGuid: guid, current_password: GOOD[1]!, new_password: p, confirm_password: p } }); const ok = x.httpStatus === 422 && x.body.errors?.some(e=>/password/.test(e.param)); if (!ok) { bad++; console.log("UPDATE LET", p, say(x)); } }
console.log("let through:", bad, "of", BAD.length * 3); void demo;
