-- revision: 10
-- Normalisation of text for search. After a change of a function here run `longwave search rebuild`.

-- Lower case of every script. A database created with another locale may only support ASCII; then the
-- first existing collation that supports more is used.
do $$
declare
  known text := '';
begin
  if lower('ÀЖΣ') <> 'àжσ' then
    select format(' collate %I', collname) into known from pg_collation
      where collname in ('pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8') and collencoding in (-1, 6)
      order by array_position(array['pg_c_utf8', 'und-x-icu', 'C.utf8', 'en_US.utf8'], collname::text) limit 1;
    known := coalesce(known, '');
  end if;
  execute format($f$
    create or replace function search_lower(input text) returns text language sql immutable strict parallel safe
      as 'select lower(input%s)' $f$, known);
end $$;

-- Traditional Chinese characters as simplified ones: the most frequent of those that differ. Only those that a text has
-- are replaced in it: to compare each of its characters with all of them takes several times as long as all other folding.
create or replace function search_simplified(input text) returns text language plpgsql immutable strict parallel safe as $$
declare
  traditional constant text := '聽說讀寫電視臺學習國會開關門問題時間點鐘歲車書畫話語詞專業樂歡愛戀為個們這還來過進遠運動員體場號馬鳥魚龍鳳貓雞豬萬億幾處後從復雜誌義務勞經濟財稅貨購買賣費貴責賴質銀錢鐵針釣銅錄鏡鏈陽陰陳階際陸險隊隨難離雲霧靜響頁頂項順須預領頭顧類風飛飯飲館養餘騎驗驚髮鬆鬧魯鮮麗麥黃齊齒齋異樹葉蘇華萊蓋藍藝藥蟲裡製複見規親觀覺計訂討訓記許設訪診評詩試該詳誠誤請諸課誰調談論證譯議護讓豐貝負貢敗賓賞賽贊贏軍軟輕較載輸轉農達遊適選遺邊郵鄉醫釋鋒錯鍵長閉閒閱闊隱雙雖頻顏願顯驅鬥鹽麼黨龜灣澤漢溫滿滅漁滬濃無煙煩熱燈燒營狀獨獎獲獵現瑪環產畢療瘋發皺盤監盡睜矚確碼礎禮禪種稱穩窮竄競筆節範築簡簽籃糧紀約紅紙級組細終結給絕統絲綠網維線練編緣縣縮總績織繪繼續罰羅聖聯職聲肅腦腳膽臉臨舉舊艦蘭術衛衝裝褲誕諾謝謠譜變貫貿貼趕趨跡踐躍軌軒輔輛輝輪辦辭遞遲邁鄧鄭釀鋼錦鍋鎖鎮鑒鑰閃閏闖陣隸韓頒頓頗頸餓駐駕駛騙騷鬱鴨鵝鷹齡齣慶應態懷懲戰戲戶據擇擊擔擬擴擺攝攜敵數斷於晉暈暢曆曉曬條東極構槍樓標樣橋機權歐歷歸殘殺氣決沒況洩淚淨湯測準滾漲潔潛澀瀏烏災牆牽犧猶獅獻瑣甦畝當疊瘡癡盜盧眾礦禍積窩竊籌粵紛紋納純紗紹絡絞綜綁緊緒緩緯縱繞纏罵羨聰聳脅脈脫腎膚膠臟艱莊莖蔣薦薩藉蘆虛虧蝦襲訊訴詐詢誇誘誦諒諷諺謀講賢賤賦蹤輯轟邏醜鈴鉛鋪錶鍛鎊鏽鑽閣闆陝隕靈韻頌飾餅驕骯髒鮑鳴麵';
  simplified constant text := '听说读写电视台学习国会开关门问题时间点钟岁车书画话语词专业乐欢爱恋为个们这还来过进远运动员体场号马鸟鱼龙凤猫鸡猪万亿几处后从复杂志义务劳经济财税货购买卖费贵责赖质银钱铁针钓铜录镜链阳阴陈阶际陆险队随难离云雾静响页顶项顺须预领头顾类风飞饭饮馆养余骑验惊发松闹鲁鲜丽麦黄齐齿斋异树叶苏华莱盖蓝艺药虫里制复见规亲观觉计订讨训记许设访诊评诗试该详诚误请诸课谁调谈论证译议护让丰贝负贡败宾赏赛赞赢军软轻较载输转农达游适选遗边邮乡医释锋错键长闭闲阅阔隐双虽频颜愿显驱斗盐么党龟湾泽汉温满灭渔沪浓无烟烦热灯烧营状独奖获猎现玛环产毕疗疯发皱盘监尽睁瞩确码础礼禅种称稳穷窜竞笔节范筑简签篮粮纪约红纸级组细终结给绝统丝绿网维线练编缘县缩总绩织绘继续罚罗圣联职声肃脑脚胆脸临举旧舰兰术卫冲装裤诞诺谢谣谱变贯贸贴赶趋迹践跃轨轩辅辆辉轮办辞递迟迈邓郑酿钢锦锅锁镇鉴钥闪闰闯阵隶韩颁顿颇颈饿驻驾驶骗骚郁鸭鹅鹰龄出庆应态怀惩战戏户据择击担拟扩摆摄携敌数断于晋晕畅历晓晒条东极构枪楼标样桥机权欧历归残杀气决没况泄泪净汤测准滚涨洁潜涩浏乌灾墙牵牺犹狮献琐苏亩当叠疮痴盗卢众矿祸积窝窃筹粤纷纹纳纯纱绍络绞综绑紧绪缓纬纵绕缠骂羡聪耸胁脉脱肾肤胶脏艰庄茎蒋荐萨借芦虚亏虾袭讯诉诈询夸诱诵谅讽谚谋讲贤贱赋踪辑轰逻丑铃铅铺表锻镑锈钻阁板陕陨灵韵颂饰饼骄肮脏鲍鸣面';
  present text;
begin
  select string_agg(distinct hit[1], '') into present from regexp_matches(input, '[' || traditional || ']', 'g') hit;
  return coalesce(translate(input, present, translate(present, traditional, simplified)), input);
end $$;

-- Normalises text for comparison: lower case, without compatibility forms and accents, only letters,
-- digits and single blanks; apostrophes inside words stay, and the caller drops them or splits there.
-- Arabic and Hebrew vowel marks are removed, variants of an Arabic letter become one letter, katakana
-- hiragana, and traditional Chinese characters simplified ones.
create or replace function search_fold(input text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := input;
begin
  if octet_length(input) > length(input) then
    folded := translate(input, '’‘ʼʻ´`′＇', '''''''''''''''''');
    -- To ask takes a third of the time, and nearly all text is in this form.
    folded := unaccent('unaccent', case when folded is nfkc normalized then folded else normalize(folded, nfkc) end);
  end if;
  -- Most text with accents or typographic quotes is ASCII by now.
  if octet_length(folded) > length(folded) then
    folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u0655\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g');
    folded := translate(folded, 'أإآٱىةؤئ', 'اااايهوي');
    if folded ~ '[\u30a1-\u30f6]' then
      folded := translate(folded, 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
        'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
    end if;
    if folded ~ '[\u4e00-\u9fff]' then folded := search_simplified(folded); end if;
    -- Runs of signs become blanks. Single blanks are not matched: each match takes about a microsecond.
    folded := regexp_replace(search_lower(folded), '[\x01-\x1f!-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd][\x01-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd]*| [\x01-&(-/:-@\[-`{-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c2-\u02df\u037e\u0387\u055a-\u055f\u0589\u058a\u05f3\u05f4\u060c\u061b\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e3f\u0e4f\u0e5a\u0e5b\u2000-\u206f\u20a0-\u20cf\u2100-\u214f\u2190-\u2bff\u3000-\u3004\u3008-\u3020\u3030\u30a0\u30fb\ud7fc-\uf8ff\ufe10-\ufe6f\uff00-\uff20\U0001f000-\U0001faff\U000e0000-\U0010fffd]+', ' ', 'g');
  else
    folded := regexp_replace(lower(folded), '[^a-z0-9'' ][^a-z0-9'']*| [^a-z0-9'']+', ' ', 'g');
  end if;
  if position('''' in folded) > 0 then
    folded := regexp_replace(folded, '(^| )''+|''+(?= |$)', ' ', 'g');
    folded := regexp_replace(folded, ' {2,}', ' ', 'g');
  end if;
  return btrim(folded);
end $$;

-- The key for looking up a complete title; a text without letters is its own key.
create or replace function search_title(input text) returns text language sql immutable strict parallel safe
  return left(coalesce(nullif(replace(search_fold(input), '''', ''), ''), search_lower(normalize(btrim(input), nfkc))), 200);

-- A title's Cyrillic and Greek words in Latin letters, as people type them who have no other keyboard; null for others.
create or replace function search_latin(folded text) returns text language plpgsql immutable strict parallel safe as $$
begin
  if folded !~ '[\u0370-\u03ff\u0400-\u045f]' then return null; end if;
  folded := translate(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    folded, 'ж', 'zh'), 'х', 'h'), 'ц', 'ts'), 'ч', 'ch'), 'щ', 'sch'), 'ш', 'sh'), 'ю', 'yu'), 'я', 'ya'), 'θ', 'th'),
    'χ', 'ch'), 'ψ', 'ps'), 'є', 'ye'), 'ї', 'yi'),
    'абвгдеёзийклмнопрстуфыэіґўјαβγδεζηικλμνξοπρσςτυφωъь', 'abvgdeeziyklmnoprstufyeigujavgdeziiklmnxoprsstyfo');
  return folded;
end $$;

-- A title as it is indexed: folded, with the parts of words like FoodFumieAndYou, and in Latin letters.
create or replace function search_titled(title text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := search_fold(title);
begin
  if title ~ '[a-z][A-Z][a-z]' then
    folded := folded || ' ' || search_fold(regexp_replace(title, '([a-z])([A-Z])', '\1 \2', 'g'));
  end if;
  return concat_ws(' ', folded, search_latin(folded));
end $$;

-- What words have in common that sound alike in the languages with Latin letters: consonants without doubling, silent
-- letters and the choice between c, k and q or s and z. Null for short words, which sound like many others.
create or replace function search_sound(word text) returns text language plpgsql immutable strict parallel safe as $$
declare
  sound text := word;
begin
  if length(word) not between 5 and 32 or word !~ '^[a-z]+$' then return null; end if;
  sound := regexp_replace(sound, '^(?:k|g|p)(?=n)|^w(?=r)|^p(?=s)', '');
  sound := replace(replace(replace(sound, 'ph', 'f'), 'tch', 'ch'), 'dg', 'g');
  sound := regexp_replace(sound, 's?ch|sh|ti(?=on|al|ous)|ci(?=ous|al)|si(?=on)', 'S', 'g');
  sound := regexp_replace(sound, 'g?h(?=[^aeiouy]|$)', '', 'g');
  sound := regexp_replace(regexp_replace(sound, 'g(?=[eiy])', 'j', 'g'), 'c(?=[eiy])', 's', 'g');
  sound := translate(replace(sound, 'x', 'ks'), 'cqzw', 'kksv');
  sound := regexp_replace(left(sound, 1), '[aeiouy]', 'a') || regexp_replace(substr(sound, 2), '[aeiouyh]+', '', 'g');
  sound := regexp_replace(sound, '(.)\1+', '\1', 'g');
  return case when length(sound) > 2 then sound end;
end $$;

-- The initials by which a show's title or author may be abbreviated: of all words and of those that tell something, of
-- the whole, of its parts and without the first word. "99% Invisible" gives 99pi.
-- In a loop, because to start a query for each part takes twice as long.
create or replace function search_initials(title text, author text) returns text[] language plpgsql immutable parallel safe as $$
declare
  small constant text[] := string_to_array('the a an of and in on at to for from with by is podcast show radio percent '
    'der die das den des und von vom zu zum im mit le la les de des du et en au el los las y del con '
    'il lo gli i di da della dei e o os as do no na het een van och', ' ');
  articles constant text[] := array['the', 'a', 'an', 'and'];
  part text;
  parts text[] := '{}';
  words text[];
  word text;
  letter text;
  last text;
  -- Of all words, of those that tell something, of all but articles, and with the whole of a short last word.
  complete text;
  telling text;
  bare text;
  ending text;
  initials text;
  found text[] := '{}';
begin
  foreach part in array array[title, author] || regexp_split_to_array(title, '[:–»|(]')
    || regexp_split_to_array(author, ' - |[:–»|(]') loop
    continue when part is null or part = any(parts);
    parts := parts || part;
    words := string_to_array(replace(search_fold(replace(replace(part, '%', ' percent '), '&', ' and ')), '''', ''), ' ');
    continue when words = '{}';
    last := words[cardinality(words)];
    complete := ''; telling := ''; bare := ''; ending := '';
    foreach word in array words loop
      letter := left(word, 1);
      ending := ending || letter;
      if word <> all(articles) then bare := bare || letter; end if;
      if word ~ '^\d+$' then letter := word; end if;
      complete := complete || letter;
      if word <> all(small) then telling := telling || letter; end if;
    end loop;
    ending := case when length(last) between 2 and 3 then left(ending, -1) || last else '' end;
    foreach initials in array array[complete, telling, bare, ending] loop
      continue when length(initials) not between 3 and 20;
      found := found || left(initials, 8);
      if length(initials) > 3 then found := found || substr(initials, 2, 8); end if;
    end loop;
  end loop;
  return array(select distinct unnest(found));
end $$;

-- The words of folded text: "l'amour" gives lamour, l and amour.
create or replace function search_plain(folded text) returns text[] language sql immutable strict parallel safe
  return string_to_array(nullif(replace(folded, '''', ''), ''), ' ')
    || case when position('''' in folded) > 0 then array_remove(string_to_array(translate(folded, '''', ' '), ' '), '') end;

-- Single characters and pairs of adjacent ones, for scripts without blanks between words.
create or replace function search_grams(folded text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(folded) = length(folded)
    or folded !~ '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]' then
    return '{}';
  end if;
  return array(
    select distinct substr(run[1], place, size)
    from regexp_matches(folded, '[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+', 'g') run,
      generate_series(1, least(length(run[1]), 2000)) place, generate_series(1, 2) size
    where place + size <= length(run[1]) + 1);
end $$;

-- PostgreSQL's stemmer for a language; null if it has none. As constants, they are looked up once per plan.
create or replace function search_stemmer(language text) returns regconfig language sql immutable parallel safe
  return case language
    when 'ar' then regconfig 'pg_catalog.arabic' when 'da' then regconfig 'pg_catalog.danish'
    when 'nl' then regconfig 'pg_catalog.dutch' when 'en' then regconfig 'pg_catalog.english'
    when 'fi' then regconfig 'pg_catalog.finnish' when 'fr' then regconfig 'pg_catalog.french'
    when 'de' then regconfig 'pg_catalog.german' when 'el' then regconfig 'pg_catalog.greek'
    when 'hu' then regconfig 'pg_catalog.hungarian' when 'it' then regconfig 'pg_catalog.italian'
    when 'lt' then regconfig 'pg_catalog.lithuanian' when 'no' then regconfig 'pg_catalog.norwegian'
    when 'pt' then regconfig 'pg_catalog.portuguese' when 'ro' then regconfig 'pg_catalog.romanian'
    when 'ru' then regconfig 'pg_catalog.russian' when 'sr' then regconfig 'pg_catalog.serbian'
    when 'es' then regconfig 'pg_catalog.spanish' when 'sv' then regconfig 'pg_catalog.swedish'
    when 'tr' then regconfig 'pg_catalog.turkish' end;

-- Each of the forms with a mark before and an ending after it: in one text, because rows take ten times as long.
create or replace function search_marked(mark text, forms text[], ending text) returns text[]
  language sql immutable parallel safe
  return string_to_array(mark || nullif(array_to_string(forms, ending || chr(10) || mark), '') || ending, chr(10));

-- All forms by which a text is found: its words, pairs of characters, and ~stems. Stems are marked, so
-- that they are never confused with words of another language.
create or replace function search_forms(folded text, stemmer regconfig) returns text[] language plpgsql immutable parallel safe as $$
begin
  if folded = '' then return '{}'; end if;
  return search_plain(folded) || search_grams(folded)
    || search_marked('~', tsvector_to_array(to_tsvector(stemmer, folded)), '');
end $$;

-- Pairs of adjacent words of a folded title: "a rose is" gives "a rose" and "rose is".
create or replace function search_pairs(folded text) returns text[] language sql immutable strict parallel safe as $$
  select array(select word || ' ' || next from unnest(words, words[2:]) pair (word, next) where next is not null)
  from string_to_array(replace(folded, '''', ''), ' ') words
$$;

-- The suffix of each lexeme: | and the level, or }z for documents that others must not find. So all public
-- levels of a word are adjacent in the index, and one look-up of `word|` finds them.
create or replace function search_ending(level text) returns text language sql immutable strict parallel safe
  return case when level = 'z' then '}' else '|' end || level;

-- The lexemes of a document, each with its level as a suffix. Prefixes mark the fields: = title, @ also author, # also
-- tags and frequent words, none for all text; " marks pairs of adjacent words in the title, and : labels.
create or replace function search_lexemes(level text, title text, byline text, tags text, body text,
  stemmer regconfig, labels text[]) returns tsvector language plpgsql immutable parallel safe as $$
declare
  ending text := search_ending(level);
  titled text[] := search_forms(title, stemmer);
  authored text[] := titled || search_forms(byline, stemmer);
  tagged text[] := authored || search_forms(tags, stemmer)
    || array(select word from unnest(string_to_array(body, ' ')) word group by word having count(*) > 2);
  lexemes text[] := search_marked('', tagged || search_forms(body, stemmer), ending)
    || search_marked('=', titled, ending) || search_marked('@', authored, ending)
    || search_marked('#', tagged, ending) || search_marked('"', search_pairs(title), ending)
    || search_marked(':', labels, ending);
begin
  -- No pair of shorter words has more than 200 bytes.
  if concat_ws(' ', title, byline, tags, body) ~ '[^ ]{24}' then
    lexemes := array(select lexeme from unnest(lexemes) lexeme where octet_length(lexeme) <= 200 + octet_length(ending));
  end if;
  return array_to_tsvector(lexemes);
end $$;

-- The level of a document by its rank; the best one while there are no levels.
create or replace function search_level(sort text, rank real) returns text language sql stable parallel safe as $$
  select coalesce(
    (select l.level from search_levels l where l.kind = sort and l.floor <= rank order by l.level limit 1),
    (select chr(ascii(max(l.level)) + 1) from search_levels l where l.kind = sort), 'a')
$$;

-- Popularity counts like up to four years of freshness, and reaches its maximum at about a million followers or likes.
create or replace function search_rank(quality real, fans integer, at timestamptz) returns real
  language sql immutable parallel safe return
  (4 * least(greatest(quality, ln(1 + greatest(fans, 0)) / 14), 1)
    + extract(epoch from at - '2020-01-01T00:00:00Z'::timestamptz) / 31557600)::real;

-- Keys that two words share if they differ by one edit: the word itself, and the word without one
-- letter. Long words may differ by two edits, because at most one of these is in the first five letters
-- or in the last five. Words that sound alike may differ by more.
create or replace function search_edits(word text) returns text[] language sql immutable strict parallel safe
  return case when length(word) between 3 and 32 then
    case when length(word) <= 8 then array(
      select distinct left(word, i - 1) || substr(word, i + 1) from generate_series(1, length(word) + 1) i)
    else '{}' end
    || case when length(word) >= 6 then array(
      select distinct mark || left(part, i - 1) || substr(part, i + 1)
      from (values ('<', left(word, 5)), ('>', right(word, 5))) side (mark, part), generate_series(1, 5) i)
    else '{}' end
    || case when search_sound(word) is not null then array['!' || search_sound(word)] else '{}' end
  else '{}' end;
