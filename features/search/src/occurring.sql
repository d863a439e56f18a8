-- Which of the spellings begin a word: each is looked up in the tree of words, which is small.
select s.spelling as "spelling!"
from unnest($2::text[]) as s(spelling)
where exists (select
              from search_word w
              where w.company_id = $1
                and w.word >= s.spelling
                and w.word < s.spelling || '~'
              offset 0)
