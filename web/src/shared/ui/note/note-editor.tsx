import type { Editor } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Placeholder } from '@tiptap/extensions';
import { EditorContent, useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import { useId, useState } from 'react';
import classes from './note.module.css';
import type { NoteFieldProps } from './note-field';
import { addressOf, pictureProblem, picturesOf } from './pictures';
import { texts } from './texts';

/** Pictures that were pasted, and none of other sites: those would learn who reads the note. */
const Picture = Image.extend({ parseHTML: () => [{ tag: 'img[src^="data:image/"]' }] });

const words = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: { openOnClick: false, protocols: ['mailto', 'tel'], HTMLAttributes: { rel: 'noopener noreferrer' } },
});

/** What a note says; nothing where it is blank. */
function htmlOf(editor: Editor): string {
  let hasPicture = false;
  editor.state.doc.descendants((node) => {
    hasPicture ||= node.type.name === 'image';
  });
  return hasPicture || editor.getText().trim() !== '' ? editor.getHTML() : '';
}

/** Text with pictures that are pasted or dropped into it. No toolbar: what is copied keeps its bold words and lists. */
export default function NoteEditor({ label, value, placeholder, onChange, error }: NoteFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const message = error ?? problem;
  const editor: Editor | null = useEditor({
    extensions: [
      words,
      Picture.configure({ allowBase64: true }),
      Placeholder.configure({ placeholder: placeholder ?? '' }),
    ],
    content: value,
    // The page's own style sheet has them.
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        ...(message && { 'aria-invalid': 'true', 'aria-describedby': id }),
      },
      handlePaste: (_, event) => add(picturesOf(event.clipboardData)),
      handleDrop: (_, event, __, isMoved) => !isMoved && add(picturesOf(event.dataTransfer)),
    },
    onUpdate: ({ editor: changed }) => {
      setProblem(null);
      onChange(htmlOf(changed));
    },
  });

  const add = (pictures: File[]): boolean => {
    void (async () => {
      for (const picture of pictures) {
        const found = editor && pictureProblem(picture, htmlOf(editor).length);
        const src = found ? null : await addressOf(picture).catch(() => null);
        // With a line behind it: one goes on to write there, and not over the picture.
        const content = [{ type: 'image', attrs: { src, alt: texts.picture } }, { type: 'paragraph' }];
        if (src) editor?.chain().focus().insertContent(content).scrollIntoView().run();
        else setProblem(found ?? texts.unreadable);
      }
    })();
    return pictures.length > 0;
  };

  return (
    <div>
      <EditorContent editor={editor} className={classes.editor} data-error={message ? true : undefined} />
      {message && (
        <p id={id} role="alert" className={classes.problem}>
          {message}
        </p>
      )}
    </div>
  );
}
