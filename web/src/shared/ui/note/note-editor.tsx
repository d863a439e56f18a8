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

/** Allows only pasted pictures. A picture from another site would reveal the note's readers to that site. */
const Picture = Image.extend({ parseHTML: () => [{ tag: 'img[src^="data:image/"]' }] });

const formatting = StarterKit.configure({
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  link: { openOnClick: false, protocols: ['mailto', 'tel'], HTMLAttributes: { rel: 'noopener noreferrer' } },
});

/** The note's HTML, or empty if the note is blank. */
function htmlOf(editor: Editor): string {
  let hasPicture = false;
  editor.state.doc.descendants((node) => {
    hasPicture ||= node.type.name === 'image';
  });
  return hasPicture || editor.getText().trim() !== '' ? editor.getHTML() : '';
}

/** A text editor with pasted or dropped pictures. It has no toolbar, but keeps bold text and lists when pasting. */
export default function NoteEditor({ label, value, placeholder, onChange, error }: NoteFieldProps) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const message = error ?? problem;
  const editor: Editor | null = useEditor({
    extensions: [
      formatting,
      Picture.configure({ allowBase64: true }),
      Placeholder.configure({ placeholder: placeholder ?? '' }),
    ],
    content: value,
    // The page's own style sheet contains them.
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
        // Add a paragraph after the picture, so that further typing doesn't replace it.
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
