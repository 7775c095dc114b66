// Rules are numbered by headings of their book, which is printed in one script. In the other script the same headings
// are written with its characters.

/** Characters of headings in pairs: the simplified one, then the traditional one. */
const PAIRS = [
  "与與个個为為会會伤傷体體侦偵关關内內决決准準减減击擊则則创創剧劇动動励勵劳勞区區单單发發变變响響唤喚围圍图圖场場坏壞垫墊",
  "备備复復奖獎审審对對导導属屬废廢开開弃棄御禦态態戏戲战戰护護挡擋挥揮斗鬥时時机機条條构構标標横橫游遊灭滅灵靈点點状狀种種",
  "竖豎筑築类類紧緊红紅组組结結统統继繼续續维維绿綠胜勝舍捨蓝藍袭襲规規触觸订訂词詞诱誘说說贯貫费費赛賽车車轻輕载載还還进進",
  "远遠连連邻鄰锁鎖锋鋒锢錮键鍵闪閃间間阶階预預领領颜顏黄黃语語骤驟谓謂",
].join("").match(/../gsu) ?? [];

/** @type {Record<string, Map<string, string>>} */
const SCRIPTS = {
  "zh-Hant": new Map(PAIRS.map((pair) => [pair.slice(0, 1), pair.slice(1)])),
  // Two of these have more than one traditional form.
  "zh-Hans": new Map([...PAIRS.map((pair) => /** @type {[string, string]} */ ([pair.slice(1), pair.slice(0, 1)])), ["複", "复"], ["誌", "志"]]),
};

/** The number of a rule in the script of a language; English has the script of the book. @param {string} id @param {string} tag */
export function inScript(id, tag) {
  const script = SCRIPTS[tag];
  return script ? [...id].map((letter) => script.get(letter) ?? letter).join("") : id;
}
