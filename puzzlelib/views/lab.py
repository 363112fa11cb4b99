"""The frame of every lab: a form, messages, folding sections, and long runs that can be stopped.

Usage
-----
class KnightsTourLab(Lab):
    def __init__(self):
        super().__init__("Knight's tour")
        self.rows = self.choice("Rows", [3, 4, 5, 6, 7, 8])
        self.name = self.text("Start", "0,0", on_submit=self.search)
        self.go = self.button("Search", self.search, primary=True)
        self.stepper = Stepper(...)
        self.compose(
            self.form(self.rows, self.name, self.go),
            self.stepper,
            self.section("How many tours are there?", some_widget),
        )

    def search(self):
        self.run(chunks(), progress=lambda chunk: f"{chunk.nodes:,} squares", done=self.show)

``lab.choice / text / number / checkbox / button``   labelled controls; each calls back guarded
``lab.say(text)``, ``lab.warn(text)``                 messages, read out by screen readers
``lab.guard(callback)``                               the same callback; its errors reach the person
``lab.section(question, *widgets)``                   folded under the question that it answers
``lab.run(chunks, progress=, done=)``                 drive a generator in one asyncio task, with Stop
``lab.stop()``                                        end that run
"""
